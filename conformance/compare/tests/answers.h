// Short forms of what the tests compare.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/compare/compare.h"
#include "conformance/compare/judge.h"

namespace kassay::compare::testing {

// Elements are rounded to the dtype.
inline Tensor tensor(DType dtype, Shape shape, const std::vector<double>& values) {
  Tensor result(dtype, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    set_element(result, static_cast<std::int64_t>(i), values[i]);
  }
  return result;
}

// Values, and magnitudes if there are any, as the vectors store them.
inline ExpectedTensor expected(DType dtype, const Shape& shape, const std::vector<double>& values,
                               const std::vector<double>& magnitudes = {}) {
  const DType stored = is_floating(dtype) ? DType::kFloat64 : dtype;
  ExpectedTensor result{dtype, shape, tensor(stored, shape, values), std::nullopt, std::nullopt};
  if (!magnitudes.empty()) result.magnitude = tensor(DType::kFloat64, shape, magnitudes);
  return result;
}

inline Answer answer(std::vector<Value> outputs) { return {std::move(outputs), "", ""}; }
inline Answer raised(const std::string& kind, const std::string& message = "") {
  return {{}, kind, message};
}

inline Case case_expecting(std::vector<ExpectedOutput> outputs, const Accuracy& accuracy = {}) {
  Case result;
  result.id = "math/square/float32/value,x=2";
  result.function = "square";
  result.dtype = "float32";
  result.modes = {Mode::kEager};
  result.expectation.outputs = std::move(outputs);
  result.accuracy = accuracy;
  return result;
}

inline CaseResult judged(const Answer& answer, const Case& test_case) {
  CaseResult result;
  judge(answer, test_case, result);
  return result;
}

// The check that fails, or an empty string.
inline std::string failing_check(const Answer& answer, std::vector<ExpectedOutput> outputs,
                                 const Accuracy& accuracy = {}, bool sign_of_zero = false) {
  const Expectation expectation{std::move(outputs), {}};
  const Verdict verdict = compare(answer, expectation, accuracy, sign_of_zero);
  return verdict.passed ? "" : std::string(check_name(verdict.failure->check));
}

}  // namespace kassay::compare::testing
