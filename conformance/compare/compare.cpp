#include "conformance/compare/compare.h"

#include <algorithm>

#include "conformance/compare/sample_comparison.h"
#include "conformance/compare/tensor_comparison.h"
#include "conformance/compare/value_comparison.h"
#include "conformance/compare/verdict.h"
#include "spec/lib/text.h"

namespace kassay::compare {
namespace {

std::string join(const std::vector<std::string>& items, const std::string& separator) {
  std::string result;
  for (const std::string& item : items) {
    result += (result.empty() ? "" : separator) + item;
  }
  return result;
}

std::string describe_outputs(const std::vector<Value>& outputs) {
  std::vector<std::string> descriptions;
  for (const Value& output : outputs) descriptions.push_back(wording::value_text(output));
  return descriptions.empty() ? "no output" : join(descriptions, ", ");
}

std::string outputs_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " output" : " outputs");
}

Verdict compare_error(const Answer& answer, const std::vector<std::string>& kinds) {
  const std::string expected = "an error of kind " + join(kinds, " or ");
  if (answer.error_kind.empty()) {
    return difference(Check::kNoError, expected, describe_outputs(answer.outputs));
  }
  const bool expected_kind = std::ranges::any_of(
      kinds, [&](const std::string& kind) { return kind == "any" || kind == answer.error_kind; });
  if (!expected_kind)
    return difference(Check::kErrorKind, expected, "an error of kind " + answer.error_kind);
  return no_difference();
}

Verdict compare_output(const std::vector<Value>& answers,
                       const std::vector<ExpectedOutput>& outputs, std::size_t place,
                       const Accuracy& accuracy, bool sign_of_zero) {
  const Value& actual = answers[place];
  const ExpectedOutput& expected = outputs[place];
  if (std::holds_alternative<ExpectedSample>(expected)) {
    return compare_sample(answers, outputs, place, accuracy);
  }
  if (const auto* value = std::get_if<Value>(&expected)) {
    return compare_value(actual, *value, accuracy, sign_of_zero);
  }
  const auto& tensor = std::get<ExpectedTensor>(expected);
  if (const auto* answer = actual.get_if<Tensor>()) {
    return compare_tensor(*answer, tensor, accuracy, sign_of_zero);
  }
  return difference(
      Check::kValue,
      "a " + std::string(dtype_name(tensor.dtype)) + " tensor of shape " + to_string(tensor.shape),
      wording::value_text(actual), "A tensor is expected, and it must evaluate to an array.");
}

}  // namespace

Verdict compare(const Answer& answer, const Expectation& expectation, const Accuracy& accuracy,
                bool sign_of_zero) {
  if (!expectation.error_kinds.empty()) return compare_error(answer, expectation.error_kinds);
  if (!answer.error_kind.empty()) {
    return difference(Check::kUnexpectedError, outputs_text(expectation.outputs.size()),
                      "an error of kind " + answer.error_kind);
  }
  if (answer.outputs.size() != expectation.outputs.size()) {
    return difference(Check::kCount, outputs_text(expectation.outputs.size()),
                      outputs_text(answer.outputs.size()));
  }
  Verdict verdict = no_difference();
  for (std::size_t i = 0; i < answer.outputs.size(); ++i) {
    Verdict output = compare_output(answer.outputs, expectation.outputs, i, accuracy, sign_of_zero);
    if (output.worst_element >= 0 && output.margin > verdict.margin) {
      verdict.worst_output = static_cast<int>(i);
      verdict.worst_element = output.worst_element;
    }
    verdict.margin = std::max(verdict.margin, output.margin);
    if (output.passed || !verdict.passed) continue;
    verdict.passed = false;
    verdict.failure = std::move(output.failure);
    verdict.failure->output = static_cast<int>(i);
    verdict.note = std::move(output.note);
  }
  return verdict;
}

}  // namespace kassay::compare
