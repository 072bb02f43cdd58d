#include "conformance/runner/summary.h"

#include <algorithm>

namespace kassay::runner {

void Summary::add(const CaseResult& result) {
  ++total_;
  ++counts_[std::string(outcome_name(result.outcome))];
  FunctionCount& function = functions_[result.function];
  ++function.cases;
  if (result.outcome == Outcome::kUnsupported) ++function.unsupported;
  if (!counts_against(result.outcome)) return;
  ++function.against;
  failures_.add(result);
}

std::int64_t Summary::count(Outcome outcome) const {
  const auto found = counts_.find(std::string(outcome_name(outcome)));
  return found == counts_.end() ? 0 : found->second;
}

std::int64_t Summary::supported_functions() const {
  return std::ranges::count_if(
      functions_, [](const auto& entry) { return entry.second.unsupported < entry.second.cases; });
}

}  // namespace kassay::runner
