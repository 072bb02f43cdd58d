#include "conformance/explain/explanation.h"

#include <cmath>

#include "conformance/compare/sample_comparison.h"
#include "spec/lib/text.h"

namespace kassay::explain {
namespace {

// The tensor of an answer that can be compared element by element, if there is one.
const Tensor* comparable(const Answer* answer, std::size_t output, const ExpectedTensor& expected) {
  if (answer == nullptr || output >= answer->outputs.size()) return nullptr;
  const Tensor* tensor = answer->outputs[output].get_if<Tensor>();
  const bool same =
      tensor != nullptr && tensor->dtype() == expected.dtype && tensor->shape() == expected.shape;
  return same ? tensor : nullptr;
}

void explain_float(const Case& test_case, const ExpectedTensor& expected, const Tensor* actual,
                   std::int64_t i, ElementExplanation& explained) {
  const double truth = static_cast<double>(element(expected.value, i));
  if (expected.magnitude) {
    explained.magnitude = static_cast<double>(element(*expected.magnitude, i));
  }
  explained.roundoff = roundoff_unit(explained.magnitude, expected.dtype);
  explained.limit_is_stated = expected.limit.has_value();
  explained.limit = expected.limit ? stated_limit(static_cast<double>(element(*expected.limit, i)))
                                   : element_limit(truth, explained.magnitude, test_case.accuracy,
                                                   expected.dtype);
  if (actual == nullptr) return;
  const ElementCheck check = check_element(static_cast<double>(element(*actual, i)), truth,
                                           explained.limit, expected.dtype, test_case.sign_of_zero);
  explained.passed = check.passed;
  explained.error = static_cast<double>(check.error);
  explained.margin = margin_of(check.error, explained.limit.total);
}

}  // namespace

const Expectation& measure_of(const Case& test_case, const CaseResult* result) {
  if (result != nullptr && result->outcome == Outcome::kPassAccepted) {
    for (const CaseReading& reading : test_case.readings) {
      if (reading.id == result->reading) return reading.expectation;
    }
  }
  return test_case.expectation;
}

ElementExplanation explain_element(const Case& test_case, const Expectation& expectation,
                                   const Answer* answer, int output, std::int64_t flat_index) {
  const auto i = static_cast<std::size_t>(output);
  const auto& expected = std::get<ExpectedTensor>(expectation.outputs[i]);
  const Tensor* actual = comparable(answer, i, expected);
  ElementExplanation explained;
  explained.output = output;
  explained.index = wording::unflatten(flat_index, expected.shape);
  explained.expected = wording::element_text(expected.value, flat_index);
  explained.accuracy = test_case.accuracy;
  if (actual != nullptr) explained.actual = wording::element_text(*actual, flat_index);
  if (is_floating(expected.dtype)) {
    explain_float(test_case, expected, actual, flat_index, explained);
    return explained;
  }
  explained.accuracy = Accuracy{};
  if (actual != nullptr) {
    explained.passed = explained.actual == explained.expected;
    explained.error = static_cast<double>(
        std::fabs(element(*actual, flat_index) - element(expected.value, flat_index)));
    explained.margin = margin_of(explained.error, 0);
  }
  return explained;
}

std::optional<ElementExplanation> explain_worst_element(const Case& test_case,
                                                        const Expectation& expectation,
                                                        const Answer& answer) {
  const compare::Verdict verdict =
      compare::compare(answer, expectation, test_case.accuracy, test_case.sign_of_zero);
  if (verdict.worst_element < 0) return std::nullopt;
  return explain_element(test_case, expectation, &answer, verdict.worst_output,
                         verdict.worst_element);
}

std::vector<SampleExplanation> explain_statistics(const Case& test_case,
                                                  const Expectation& expectation,
                                                  const Answer& answer) {
  std::vector<SampleExplanation> explained;
  if (answer.outputs.size() != expectation.outputs.size()) return explained;
  for (std::size_t i = 0; i < expectation.outputs.size(); ++i) {
    if (!std::holds_alternative<ExpectedSample>(expectation.outputs[i])) continue;
    for (Statistic& statistic :
         compare::statistics_of(answer.outputs, expectation.outputs, i, test_case.accuracy)) {
      explained.push_back({static_cast<int>(i), std::move(statistic)});
    }
  }
  return explained;
}

}  // namespace kassay::explain
