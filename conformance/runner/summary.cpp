#include "conformance/runner/summary.h"

namespace kassay {

void Summary::add(const CaseResult& result) {
  ++total_;
  ++counts_[std::string(outcome_name(result.outcome))];
  FunctionCount& function = functions_[result.function];
  ++function.cases;
  if (!counts_against(result.outcome)) return;
  ++function.against;
  ++against_;
  if (first_failures_.size() < kKeptFailures) first_failures_.push_back(result);
}

bool Summary::conformant() const {
  return against_ == 0 && (counts_.contains(std::string(outcome_name(Outcome::kPass))) ||
                           counts_.contains(std::string(outcome_name(Outcome::kPassAccepted))));
}

}  // namespace kassay
