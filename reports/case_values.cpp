#include "reports/case_values.h"

#include "spec/lib/sample_json.h"

namespace kassay::reports {
namespace {

Preview preview_of(const ExpectedOutput& output) {
  if (const auto* tensor = std::get_if<ExpectedTensor>(&output)) {
    return preview_of(tensor->value, tensor->dtype);
  }
  if (const auto* sample = std::get_if<ExpectedSample>(&output)) {
    return {"",
            {},
            {"a sample, " + distribution_name(sample->distribution) + ", " +
             std::string(dtype_name(sample->dtype)) + " " + to_string(sample->shape)}};
  }
  return preview_of(std::get<Value>(output));
}

std::vector<Preview> previews_of(const Expectation& expectation) {
  std::vector<Preview> previews;
  for (const ExpectedOutput& output : expectation.outputs) previews.push_back(preview_of(output));
  if (expectation.error_kinds.empty()) return previews;
  std::string kinds;
  for (const std::string& kind : expectation.error_kinds) {
    kinds += (kinds.empty() ? "" : " or ") + kind;
  }
  return {{"", {}, {"an error of kind " + kinds}}};
}

}  // namespace

CaseValues case_values(const Case& test_case) {
  CaseValues values;
  for (const auto& [name, tensor] : test_case.inputs) {
    values.inputs.push_back({name, preview_of(tensor, tensor.dtype())});
  }
  values.expected = previews_of(test_case.expectation);
  if (!test_case.gradient) return values;
  const std::vector<Preview> gradients = previews_of(test_case.gradient->expectation);
  for (std::size_t i = 0; i < gradients.size() && i < test_case.gradient->wrt.size(); ++i) {
    values.gradient.push_back({test_case.gradient->wrt[i], gradients[i]});
  }
  return values;
}

}  // namespace kassay::reports
