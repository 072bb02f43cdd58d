#include "conformance/runner/summary.h"

namespace kassay::runner {

void Summary::add(const CaseResult& result) {
  ++total_;
  ++counts_[std::string(outcome_name(result.outcome))];
  standing_.add(result);
  failures_.add(result);
  unsupported_.add(result);
  not_run_.add(result);
  repetition_.add(result);
  outcomes_.add(result);
  if (result.outcome == Outcome::kPassAccepted) ++accepted_[{result.function, result.reading}];
}

std::int64_t Summary::count(Outcome outcome) const {
  const auto found = counts_.find(std::string(outcome_name(outcome)));
  return found == counts_.end() ? 0 : found->second;
}

}  // namespace kassay::runner
