#include "conformance/compare/agreement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "conformance/compare/judge.h"
#include "conformance/compare/value_comparison.h"
#include "conformance/compare/verdict.h"
#include "spec/lib/text.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

Agreement differing(Check check, std::string first, std::string second) {
  Agreement agreement;
  agreement.margin = kInfinity;
  Disagreement& disagreement = agreement.disagreement.emplace();
  disagreement.check = check;
  disagreement.first = std::move(first);
  disagreement.second = std::move(second);
  disagreement.difference = kInfinity;
  return agreement;
}

// Finds the worst of the elements that differ too much, and the largest margin.
class Differences {
 public:
  Differences(const Tensor& first, const Tensor& second) : first_(first), second_(second) {}

  void add(std::int64_t i, const ElementCheck& check, double limit) {
    const double margin = margin_of(check.error, limit);
    agreement_.margin = std::max(agreement_.margin, margin);
    if (check.passed) return;
    ++differing_;
    const std::pair rank(margin, check.error);
    if (agreement_.disagreement && !(rank > worst_)) return;
    worst_ = rank;
    agreement_.disagreement = {.check = Check::kElement,
                               .output = 0,
                               .index = wording::unflatten(i, first_.shape()),
                               .first = wording::element_text(first_, i),
                               .second = wording::element_text(second_, i),
                               .difference = static_cast<double>(check.error),
                               .limit = limit};
  }

  Agreement agreement() && {
    if (agreement_.disagreement) {
      agreement_.disagreement->differing = differing_;
      agreement_.disagreement->elements = first_.size();
    }
    return std::move(agreement_);
  }

 private:
  const Tensor &first_, &second_;
  Agreement agreement_;
  std::pair<double, long double> worst_;  // margin and error of the one that is kept
  std::int64_t differing_ = 0;
};

// The rms of the differences, once every element has passed.
class Rms {
 public:
  Rms(const Accuracy& accuracy, DType dtype) : accuracy_(accuracy), differences_(accuracy, dtype) {}

  void add(double a, double b, double magnitude, const ElementCheck& check) {
    if (!(magnitude > 0) || !std::isfinite(magnitude)) return;
    ++possible_;
    differences_.add(std::isfinite(a) ? a : b, magnitude, check.error);
  }

  void judge(Agreement& agreement) const {
    const auto of_certain = differences_.value();
    if (!of_certain || agreement.disagreement) return;
    const auto certain = static_cast<long double>(differences_.count());
    const long double rms = *of_certain * std::sqrt(certain / static_cast<long double>(possible_));
    const double limit = 2 * rms_limit(accuracy_);
    agreement.margin = std::max(agreement.margin, margin_of(rms, limit));
    if (rms <= limit) return;
    Disagreement& disagreement = agreement.disagreement.emplace();
    disagreement.check = Check::kRms;
    disagreement.difference = static_cast<double>(rms);
    disagreement.limit = limit;
    disagreement.elements = differences_.count();
  }

 private:
  const Accuracy& accuracy_;
  RootMeanSquare differences_;  // of elements that are certain to be finite
  std::int64_t possible_ = 0;
};

template <class Float>
Agreement compare_floats(const Tensor& first, const Tensor& second, const Tensor* magnitudes,
                         const Accuracy& accuracy) {
  Differences differences(first, second);
  const DType dtype = first.dtype();
  Rms rms(accuracy, dtype);
  const auto as = first.data<Float>();
  const auto bs = second.data<Float>();
  for (std::size_t i = 0; i < as.size(); ++i) {
    const auto a = static_cast<double>(as[i]);
    const auto b = static_cast<double>(bs[i]);
    const double magnitude = magnitudes != nullptr ? magnitudes->data<double>()[i] : 0;
    const Limit limit = agreement_limit(a, b, magnitude, accuracy, dtype);
    const ElementCheck check = check_agreement(a, b, limit, dtype);
    differences.add(static_cast<std::int64_t>(i), check, limit.total);
    rms.add(a, b, magnitude, check);
  }
  Agreement agreement = std::move(differences).agreement();
  rms.judge(agreement);
  return agreement;
}

template <class Integer>
Agreement compare_integers(const Tensor& first, const Tensor& second) {
  Differences differences(first, second);
  const auto as = first.data<Integer>();
  const auto bs = second.data<Integer>();
  for (std::size_t i = 0; i < as.size(); ++i) {
    const long double difference =
        std::fabs(static_cast<long double>(as[i]) - static_cast<long double>(bs[i]));
    differences.add(static_cast<std::int64_t>(i), {as[i] == bs[i], difference}, 0);
  }
  return std::move(differences).agreement();
}

Agreement compare_dtype_and_shape(const Tensor& first, const Tensor& second) {
  if (first.dtype() != second.dtype()) {
    return differing(Check::kDType, std::string(dtype_name(first.dtype())),
                     std::string(dtype_name(second.dtype())));
  }
  if (first.shape() != second.shape()) {
    return differing(Check::kShape, to_string(first.shape()), to_string(second.shape()));
  }
  return {};
}

Agreement compare_tensors(const Tensor& first, const Tensor& second, const ExpectedTensor* expected,
                          const Accuracy& accuracy) {
  Agreement agreement = compare_dtype_and_shape(first, second);
  if (agreement.disagreement) return agreement;
  const bool measured = expected != nullptr && expected->magnitude &&
                        expected->magnitude->dtype() == DType::kFloat64 &&
                        expected->magnitude->shape() == first.shape();
  const Tensor* magnitudes = measured ? &*expected->magnitude : nullptr;
  return with_type_of(first.dtype(), [&]<class T>(T) {
    if constexpr (std::is_same_v<T, bool>) {
      // As bytes: a backend may have stored a byte that is neither false nor true.
      return compare_integers<std::uint8_t>(first, second);
    } else if constexpr (std::is_same_v<T, Float16> || std::is_floating_point_v<T>) {
      return compare_floats<T>(first, second, magnitudes, accuracy);
    } else {
      return compare_integers<T>(first, second);
    }
  });
}

// An integer array of rank 0 is accepted where an int is expected.
Value without_rank_0(const Value& value) {
  const auto* tensor = value.get_if<Tensor>();
  const bool integer = tensor != nullptr && tensor->rank() == 0 && is_integer(tensor->dtype());
  return integer ? Value(static_cast<std::int64_t>(element(*tensor, 0))) : value;
}

bool plain_values_agree(const Value& first, const Value& second, const Accuracy& twice) {
  const List* as = first.get_if<List>();
  const List* bs = second.get_if<List>();
  if (as != nullptr && bs != nullptr) {
    return std::ranges::equal(
        *as, *bs, [&](const Value& a, const Value& b) { return plain_values_agree(a, b, twice); });
  }
  // In the order that makes ulp(M) the larger one.
  const Value a = without_rank_0(first), b = without_rank_0(second);
  return compare_value(a, b, twice, false).passed || compare_value(b, a, twice, false).passed;
}

Agreement compare_plain(const Value& first, const Value& second, const Accuracy& accuracy) {
  const Accuracy twice{2 * accuracy.ulps, accuracy.terms, 2 * accuracy.atol};
  if (plain_values_agree(first, second, twice)) return {};
  return differing(Check::kValue, wording::value_text(first), wording::value_text(second));
}

Agreement compare_output(const Value& first, const Value& second, const ExpectedOutput* expected,
                         const Accuracy& accuracy) {
  const auto* a = first.get_if<Tensor>();
  const auto* b = second.get_if<Tensor>();
  if (expected != nullptr && std::holds_alternative<ExpectedSample>(*expected)) {
    Agreement agreement;
    if (a != nullptr && b != nullptr) {
      agreement = compare_dtype_and_shape(*a, *b);
    } else if (a != nullptr || b != nullptr) {  // only a tensor is right
      agreement = differing(Check::kValue, wording::value_text(first), wording::value_text(second));
    }
    agreement.sampled = true;
    return agreement;
  }
  const bool plain = expected != nullptr && std::holds_alternative<Value>(*expected);
  if (plain || a == nullptr || b == nullptr) return compare_plain(first, second, accuracy);
  return compare_tensors(
      *a, *b, expected != nullptr ? std::get_if<ExpectedTensor>(expected) : nullptr, accuracy);
}

std::string answer_text(const Answer& answer) {
  if (!answer.error_kind.empty()) return "an error of kind " + answer.error_kind;
  return std::to_string(answer.outputs.size()) +
         (answer.outputs.size() == 1 ? " output" : " outputs");
}

Agreement compare_errors(const Answer& first, const Answer& second,
                         const std::vector<std::string>& allowed) {
  const auto right = [&](const std::string& kind) {
    return std::ranges::any_of(allowed,
                               [&](const std::string& one) { return one == "any" || one == kind; });
  };
  const bool both_right = right(first.error_kind) && right(second.error_kind);
  if (first.error_kind == second.error_kind || both_right) return {};
  return differing(Check::kErrorKind, answer_text(first), answer_text(second));
}

}  // namespace

Limit agreement_limit(double a, double b, double magnitude, const Accuracy& accuracy, DType dtype) {
  if (std::isnan(a) || std::isnan(b)) return {};
  const double max = float_format(dtype).max;
  const double larger = std::max(std::min(std::fabs(a), max), std::min(std::fabs(b), max));
  Limit limit = element_limit(larger, magnitude, accuracy, dtype);
  for (double* part : {&limit.from_ulps, &limit.from_terms, &limit.atol, &limit.total}) *part *= 2;
  return limit;
}

ElementCheck check_agreement(double a, double b, const Limit& limit, DType dtype) {
  if (std::isinf(b) && std::isfinite(a)) std::swap(a, b);
  if (std::isinf(a) && std::isfinite(b)) {
    // Both can be right of a value between them, also where b has the other sign.
    const long double beyond = overflow_threshold(dtype) - (a > 0 ? b : -b);
    const bool passed = beyond <= limit.total;
    return {passed, passed ? beyond : kInfinity};
  }
  // What check_element says about zero refers to the actual value.
  if (b == 0) std::swap(a, b);
  return check_element(a, b, limit, dtype, /*sign_of_zero=*/false);
}

Agreement compare_answers(const Answer& first, const Answer& second, const Case& test_case,
                          const Expectation& expectation) {
  const bool first_raised = !first.error_kind.empty(), second_raised = !second.error_kind.empty();
  if (first_raised && second_raised) {
    return compare_errors(first, second, expectation.error_kinds);
  }
  if (first_raised != second_raised) {
    return differing(Check::kAnswer, answer_text(first), answer_text(second));
  }
  if (first.outputs.size() != second.outputs.size()) {
    return differing(Check::kCount, answer_text(first), answer_text(second));
  }
  Agreement all;
  for (std::size_t i = 0; i < first.outputs.size(); ++i) {
    const ExpectedOutput* expected =
        i < expectation.outputs.size() ? &expectation.outputs[i] : nullptr;
    Agreement one =
        compare_output(first.outputs[i], second.outputs[i], expected, test_case.accuracy);
    all.margin = std::max(all.margin, one.margin);
    all.sampled = all.sampled || one.sampled;
    if (!one.disagreement || all.disagreement) continue;
    all.disagreement = std::move(one.disagreement);
    all.disagreement->output = static_cast<int>(i);
  }
  return all;
}

}  // namespace kassay::compare
