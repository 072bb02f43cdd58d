#include "conformance/trials/strength/faults/prediction.h"

#include <algorithm>

namespace kassay::faults {

std::optional<double> Prediction::balanced_accuracy() const {
  if (wrong == 0 || right == 0) return std::nullopt;
  return (static_cast<double>(wrong_told) / static_cast<double>(wrong) +
          static_cast<double>(right_told) / static_cast<double>(right)) /
         2;
}

Explanation explain(const Fault& fault, const runner::SelectedCases& suite,
                    const Specification& specification) {
  Explanation explanation;
  std::vector<rules::Sample> learned_from;
  std::int64_t most = 0;
  for (const std::string& function : fault.functions) {
    if (specification.find(function) == nullptr) continue;  // an operator
    auto samples = samples_of(fault, suite, specification, function);
    const auto failures = std::ranges::count_if(samples, &rules::Sample::failed);
    if (failures <= most) continue;
    most = failures;
    explanation.function = function;
    learned_from = std::move(samples);
  }
  if (most > 0) explanation.rules = rules::learn(learned_from);
  return explanation;
}

Prediction predict(const Fault& fault, const runner::SelectedCases& suite,
                   const runner::SelectedCases& fresh, const Specification& specification) {
  Prediction prediction{explain(fault, suite, specification)};
  const Explanation& learned = prediction.explanation;
  if (learned.function.empty()) return prediction;
  for (const rules::Sample& sample : samples_of(fault, fresh, specification, learned.function)) {
    const bool told = learned.rules.holds(sample.facts) == sample.failed;
    ++(sample.failed ? prediction.wrong : prediction.right);
    (sample.failed ? prediction.wrong_told : prediction.right_told) += told;
  }
  return prediction;
}

}  // namespace kassay::faults
