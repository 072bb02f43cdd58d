#include "conformance/compare/sample_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "conformance/compare/sample_fault.h"
#include "conformance/compare/sample_range.h"
#include "conformance/compare/verdict.h"
#include "spec/lib/json_value.h"
#include "spec/lib/text.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

const ExpectedSample& sample_at(const std::vector<ExpectedOutput>& expected, std::size_t output) {
  return std::get<ExpectedSample>(expected[output]);
}

// The answer, if it is a tensor of the right dtype and shape.
const Tensor* tensor_of(const Value& answer, const ExpectedSample& sample) {
  const Tensor* tensor = answer.get_if<Tensor>();
  const bool same =
      tensor != nullptr && tensor->dtype() == sample.dtype && tensor->shape() == sample.shape;
  return same ? tensor : nullptr;
}

std::vector<double> elements_of(const Tensor& tensor) {
  std::vector<double> elements;
  elements.reserve(static_cast<std::size_t>(tensor.size()));
  with_type_of(tensor.dtype(), [&]<class T>(T) {
    // A bool as its byte: a backend may have stored one that is neither false nor true.
    using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
    for (const Stored element : tensor.data<Stored>()) {
      elements.push_back(static_cast<double>(element));
    }
  });
  return elements;
}

// The flat index of the element that shares its draw with an element: index 0 along each of the
// axes.
std::int64_t first_of_draw(std::int64_t flat_index, const Shape& shape,
                           const std::vector<std::int64_t>& axes) {
  std::int64_t stride = 1, result = flat_index;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (std::ranges::find(axes, static_cast<std::int64_t>(axis)) != axes.end()) {
      result -= flat_index / stride % shape[axis] * stride;
    }
    stride *= shape[axis];
  }
  return result;
}

// Each element's evidence about its draw.
std::vector<double> drawn(const std::vector<double>& elements, const ExpectedSample& sample) {
  if (!std::holds_alternative<BernoulliDistribution>(sample.distribution)) return elements;
  std::vector<double> flags;
  flags.reserve(elements.size());
  for (const double element : elements) flags.push_back(element != 0 ? 1 : 0);
  return flags;
}

Draw draw_of(const std::vector<double>& elements, const ExpectedSample& sample) {
  Draw draw{&sample, drawn(elements, sample), sample.shape};
  if (sample.constant_axes.empty()) return draw;
  for (const std::int64_t axis : sample.constant_axes) {
    draw.shape[static_cast<std::size_t>(axis)] = 1;
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < draw.numbers.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    if (first_of_draw(place, sample.shape, sample.constant_axes) == place) {
      numbers.push_back(draw.numbers[i]);
    }
  }
  draw.numbers = std::move(numbers);
  return draw;
}

// Fails if an element's draw is not that of element partner(i) of `others`.
template <class Partner>
Verdict check_same(Check check, const Tensor& actual, const std::vector<double>& numbers,
                   const std::vector<double>& others, const Partner& partner,
                   const std::string& note) {
  std::int64_t first = -1, mismatched = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == others[static_cast<std::size_t>(partner(static_cast<std::int64_t>(i)))]) {
      continue;
    }
    if (mismatched++ == 0) first = static_cast<std::int64_t>(i);
  }
  if (mismatched == 0) return no_difference();
  const double other = others[static_cast<std::size_t>(partner(first))];
  Verdict verdict = difference(check, shortest_text(other),
                               shortest_text(numbers[static_cast<std::size_t>(first)]), note);
  verdict.failure->index = wording::unflatten(first, actual.shape());
  verdict.failure->mismatched = mismatched;
  verdict.failure->elements = actual.size();
  return verdict;
}

Verdict check_constancy(const Tensor& actual, const std::vector<double>& elements,
                        const ExpectedSample& sample) {
  if (sample.constant_axes.empty()) return no_difference();
  const std::vector<double> numbers = drawn(elements, sample);
  const auto partner = [&](std::int64_t i) {
    return first_of_draw(i, sample.shape, sample.constant_axes);
  };
  const std::string axes = wording::list_text(sample.constant_axes);
  return check_same(Check::kConstancy, actual, numbers, numbers, partner,
                    "One draw must serve every index along the axes " + axes + ".");
}

// The draws that this one must be independent of, as far as the answers have them.
std::vector<Draw> independent_draws(const std::vector<Value>& answers,
                                    const std::vector<ExpectedOutput>& expected,
                                    const ExpectedSample& sample) {
  std::vector<Draw> draws;
  for (const int place : sample.independent_of) {
    const auto i = static_cast<std::size_t>(place);
    const ExpectedSample& other = sample_at(expected, i);
    if (const Tensor* tensor = tensor_of(answers[i], other)) {
      draws.push_back(draw_of(elements_of(*tensor), other));
    }
  }
  return draws;
}

std::string range_text(const Statistic& statistic) {
  if (statistic.check == Check::kDistribution) return "at most " + shortest_text(statistic.limit);
  return shortest_text(statistic.expected) + " to within " + shortest_text(statistic.limit);
}

// Two digits, rounded up because it is a bound.
std::string probability_text(double probability) {
  constexpr double kSmallest = 1e-300;  // smaller values cannot be computed
  if (probability < kSmallest) return "less than " + shortest_text(kSmallest);
  const double unit = std::pow(10, std::floor(std::log10(probability)) - 1);
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", std::ceil(probability / unit) * unit);
  return "at most " + std::string(text);
}

void fail(const Statistic& statistic, std::int64_t count, Verdict& verdict) {
  const double margin = verdict.margin;
  verdict = difference(statistic.check, statistic.name + " to be " + range_text(statistic),
                       shortest_text(statistic.actual), statistic.hint);
  verdict.margin = margin;
  verdict.failure->error = statistic.deviation();
  verdict.failure->limit = statistic.limit;
  verdict.failure->elements = count;
  verdict.note += " A right generator is that far off with a probability of " +
                  probability_text(statistic.probability) + ".";
}

Verdict check_fit(const Draw& draw, const std::vector<Draw>& others) {
  Verdict verdict = no_difference();
  std::optional<Statistic> failed;
  for (const Statistic& statistic : goodness_of_fit(draw, others)) {
    verdict.margin = std::max(verdict.margin, margin_of(statistic.deviation(), statistic.limit));
    if (!statistic.passed() && !failed) failed = statistic;
  }
  if (failed) fail(*failed, static_cast<std::int64_t>(draw.numbers.size()), verdict);
  return verdict;
}

Verdict check_repetition(const Tensor& actual, const std::vector<double>& elements,
                         const std::vector<Value>& answers,
                         const std::vector<ExpectedOutput>& expected, std::size_t output) {
  const ExpectedSample& sample = sample_at(expected, output);
  const auto earlier = static_cast<std::size_t>(*sample.same_draw_as);
  const ExpectedSample& other = sample_at(expected, earlier);
  const Tensor* tensor = tensor_of(answers[earlier], other);
  if (tensor == nullptr) return no_difference();  // that output fails on its own
  return check_same(
      Check::kRepetition, actual, drawn(elements, sample), drawn(elements_of(*tensor), other),
      [](std::int64_t i) { return i; },
      "The same numbers must be drawn as for output " + std::to_string(earlier) + ".");
}

}  // namespace

Verdict compare_sample(const std::vector<Value>& answers,
                       const std::vector<ExpectedOutput>& expected, std::size_t output,
                       const Accuracy& accuracy) {
  const ExpectedSample& sample = sample_at(expected, output);
  const std::string kind =
      "a " + std::string(dtype_name(sample.dtype)) + " tensor of shape " + to_string(sample.shape);
  const Value& answer = answers[output];
  if (const std::string fault = fault_of_sample(expected, output, accuracy); !fault.empty()) {
    return difference(Check::kVector, kind, describe(answer), fault);
  }
  const Tensor* tensor = answer.get_if<Tensor>();
  if (tensor == nullptr) {
    return difference(Check::kValue, kind, describe(answer),
                      "A tensor is expected, and it must evaluate to an array.");
  }
  if (tensor->dtype() != sample.dtype) {
    return difference(Check::kDType, std::string(dtype_name(sample.dtype)),
                      std::string(dtype_name(tensor->dtype())));
  }
  if (tensor->shape() != sample.shape) {
    return difference(Check::kShape, to_string(sample.shape), to_string(tensor->shape()));
  }
  const std::vector<double> elements = elements_of(*tensor);
  const Verdict range = check_range(*tensor, elements, sample, accuracy);
  if (!range.passed) return range;
  Verdict verdict = check_constancy(*tensor, elements, sample);
  if (!verdict.passed) return verdict;
  verdict = sample.same_draw_as ? check_repetition(*tensor, elements, answers, expected, output)
                                : check_fit(draw_of(elements, sample),
                                            independent_draws(answers, expected, sample));
  verdict.margin = std::max(verdict.margin, range.margin);
  return verdict;
}

std::vector<Statistic> statistics_of(const std::vector<Value>& answers,
                                     const std::vector<ExpectedOutput>& expected,
                                     std::size_t output, const Accuracy& accuracy) {
  const ExpectedSample& sample = sample_at(expected, output);
  const Tensor* tensor = tensor_of(answers[output], sample);
  if (!fault_of_sample(expected, output, accuracy).empty() || tensor == nullptr ||
      sample.same_draw_as) {
    return {};
  }
  const std::vector<double> elements = elements_of(*tensor);
  if (!check_range(*tensor, elements, sample, accuracy).passed ||
      !check_constancy(*tensor, elements, sample).passed) {
    return {};
  }
  return goodness_of_fit(draw_of(elements, sample), independent_draws(answers, expected, sample));
}

}  // namespace kassay::compare
