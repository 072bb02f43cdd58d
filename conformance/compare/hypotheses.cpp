#include "conformance/compare/hypotheses.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

#include "conformance/compare/tensor_comparison.h"
#include "spec/lib/json_value.h"
#include "spec/lib/text.h"
#include "spec/lib/tolerance.h"

namespace kassay::compare {
namespace {

struct Question {
  const Tensor& actual;
  const ExpectedTensor& expected;
  const Accuracy& accuracy;
  bool sign_of_zero;

  bool is_answered_by(const Tensor& tensor) const {
    return compare_tensor(tensor, expected, accuracy, sign_of_zero).passed;
  }
  bool same_shape() const { return actual.shape() == expected.shape; }
};

// A tensor of the shape whose i-th element is element source(i) of `tensor`.
Tensor gather(const Tensor& tensor, const Shape& shape,
              const std::function<std::int64_t(std::int64_t)>& source) {
  Tensor result(tensor.dtype(), shape);
  const std::size_t size = dtype_size(tensor.dtype());
  for (std::int64_t i = 0; i < result.size(); ++i) {
    const auto to = static_cast<std::size_t>(i) * size;
    const auto from = static_cast<std::size_t>(source(i)) * size;
    std::memcpy(result.mutable_bytes().data() + to, tensor.bytes().data() + from, size);
  }
  return result;
}

// The place of an element in a tensor of this shape in column-major order.
std::int64_t column_major_place(std::int64_t flat_index, const Shape& shape) {
  const std::vector<std::int64_t> index = wording::unflatten(flat_index, shape);
  std::int64_t place = 0;
  for (std::size_t i = shape.size(); i-- > 0;) place = place * shape[i] + index[i];
  return place;
}

std::string other_dtype(const Question& question) {
  if (question.actual.dtype() == question.expected.dtype || !question.same_shape()) return "";
  Tensor converted(question.expected.dtype, question.actual.shape());
  for (std::int64_t i = 0; i < converted.size(); ++i) {
    const long double value = element(question.actual, i);
    set_element(converted, i, value);
    const bool rounds = is_floating(converted.dtype());
    if (!rounds && element(converted, i) != value) return "";
  }
  return question.is_answered_by(converted) ? "The values are right, but the dtype is not." : "";
}

std::string other_shape(const Question& question) {
  if (question.same_shape() || question.actual.size() != element_count(question.expected.shape)) {
    return "";
  }
  const bool right = question.is_answered_by(question.actual.reshaped(question.expected.shape));
  return right ? "The values and their order are right, but the shape is not." : "";
}

std::string transposed(const Question& question) {
  const Shape reversed(question.actual.shape().rbegin(), question.actual.shape().rend());
  if (reversed.size() < 2 || reversed != question.expected.shape) return "";
  const Tensor candidate = gather(question.actual, reversed,
                                  [&](std::int64_t i) { return column_major_place(i, reversed); });
  return question.is_answered_by(candidate) ? "The answer is the transpose of the expected one."
                                            : "";
}

std::string column_major(const Question& question) {
  const Shape& shape = question.expected.shape;
  if (!question.same_shape() || shape.size() < 2) return "";
  const Tensor candidate =
      gather(question.actual, shape, [&](std::int64_t i) { return column_major_place(i, shape); });
  return question.is_answered_by(candidate)
             ? "The values are right, but stored in column-major order."
             : "";
}

std::string reversed(const Question& question) {
  const std::int64_t size = question.actual.size();
  if (!question.same_shape() || size < 2) return "";
  const Tensor candidate = gather(question.actual, question.expected.shape,
                                  [&](std::int64_t i) { return size - 1 - i; });
  return question.is_answered_by(candidate) ? "The values are right, but all in reversed order."
                                            : "";
}

std::string reversed_along_an_axis(const Question& question) {
  const Shape& shape = question.expected.shape;
  if (!question.same_shape() || question.actual.size() < 2) return "";
  std::int64_t stride = question.actual.size();
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    stride /= shape[axis];
    const Tensor candidate = gather(question.actual, shape, [&](std::int64_t i) {
      const std::int64_t index = i / stride % shape[axis];
      return i + (shape[axis] - 1 - 2 * index) * stride;
    });
    if (question.is_answered_by(candidate)) {
      return "The values are right, but in reversed order along axis " + std::to_string(axis) + ".";
    }
  }
  return "";
}

// Every element is the same multiple of the expected one. The factor is measured at the largest
// element, where it is most precise; its own error counts in proportion elsewhere.
std::string constant_factor(const Question& question) {
  const DType dtype = question.expected.dtype;
  if (!is_floating(dtype) || question.actual.dtype() != dtype || !question.same_shape()) return "";
  const auto truths = question.expected.value.data<double>();
  const auto limit_at = [&](std::size_t i) {
    if (question.expected.limit) return question.expected.limit->data<double>()[i];
    const double magnitude =
        question.expected.magnitude ? question.expected.magnitude->data<double>()[i] : 0;
    return element_limit(truths[i], magnitude, question.accuracy, dtype).total;
  };
  std::size_t largest = 0;
  std::int64_t telling = 0;  // elements that are evidence for a factor
  for (std::size_t i = 0; i < truths.size(); ++i) {
    if (!std::isfinite(truths[i])) return "";
    if (truths[i] != 0) ++telling;
    if (std::fabs(truths[i]) > std::fabs(truths[largest])) largest = i;
  }
  if (telling < 2) return "";
  const auto actual_at = [&](std::size_t i) {
    return static_cast<double>(element(question.actual, static_cast<std::int64_t>(i)));
  };
  const double factor = actual_at(largest) / truths[largest];
  if (!std::isfinite(factor) || factor == 0) return "";
  const double slack = std::fabs(factor) * limit_at(largest) + ulp(actual_at(largest), dtype);
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const double share = std::fabs(truths[i] / truths[largest]);
    const double allowed =
        std::fabs(factor) * limit_at(i) + ulp(actual_at(i), dtype) + share * slack;
    if (!(std::fabs(actual_at(i) - factor * truths[i]) <= allowed)) return "";
  }
  constexpr double kDigits = 1e5;  // more would show the rounding of the two values
  const double scale = kDigits / std::pow(10, std::floor(std::log10(std::fabs(factor))));
  const double rounded = std::round(factor * scale) / scale;
  if (rounded == 1) return "";  // at most a bias, which the error shows better
  return "Every value is " + shortest_text(rounded) + " times the expected one.";
}

using Hypothesis = std::string (*)(const Question&);
constexpr Hypothesis kHypotheses[] = {other_dtype,    other_shape, transposed,
                                      column_major,   reversed,    reversed_along_an_axis,
                                      constant_factor};

}  // namespace

std::string matching_hypothesis(const Tensor& actual, const ExpectedTensor& expected,
                                const Accuracy& accuracy, bool sign_of_zero) {
  const Question question{actual, expected, accuracy, sign_of_zero};
  for (const Hypothesis hypothesis : kHypotheses) {
    if (std::string sentence = hypothesis(question); !sentence.empty()) return sentence;
  }
  return "";
}

std::int64_t explained_elements(const Tensor& actual, const ExpectedTensor& expected,
                                const ExpectedTensor& reading, const Accuracy& accuracy,
                                bool sign_of_zero) {
  if (reading.dtype != expected.dtype || reading.shape != expected.shape ||
      expected.magnitude.has_value() != reading.magnitude.has_value()) {
    return 0;
  }
  const auto wrong = [&](const ExpectedTensor& truth) {
    const Verdict verdict = compare_tensor(actual, truth, accuracy, sign_of_zero);
    const bool by_element = verdict.failure && verdict.failure->check == Check::kElement;
    return by_element ? verdict.failure->mismatched : 0;
  };
  // Each element is measured against the nearer of its two values.
  const auto is_nearer = [&](std::int64_t i) {
    const long double answer = element(actual, i), of_reading = element(reading.value, i);
    if (std::isnan(answer)) return std::isnan(of_reading);
    const long double distance = std::abs(answer - element(expected.value, i));
    return answer == of_reading || std::abs(answer - of_reading) < distance;
  };
  const auto chosen = [&](const Tensor& of_expected, const Tensor& of_reading) {
    Tensor result(of_expected.dtype(), of_expected.shape());
    for (std::int64_t i = 0; i < result.size(); ++i) {
      set_element(result, i, element(is_nearer(i) ? of_reading : of_expected, i));
    }
    return result;
  };
  ExpectedTensor either = expected;
  if (either.limit) return 0;  // a program's limits belong to its own values
  either.value = chosen(expected.value, reading.value);
  if (either.magnitude) either.magnitude = chosen(*expected.magnitude, *reading.magnitude);
  return wrong(expected) - wrong(either);
}

}  // namespace kassay::compare
