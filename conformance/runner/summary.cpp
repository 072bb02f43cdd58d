#include "conformance/runner/summary.h"

namespace kassay::runner {
namespace {

std::string reason_not_run(const CaseResult& result) {
  if (!result.failed_call) return result.message.substr(0, result.message.find('\n'));
  return result.failed_call->function + " failed before their functions were called (" +
         std::string(outcome_name(result.failed_call->outcome)) + ")";
}

}  // namespace

void Summary::add(const CaseResult& result) {
  ++total_;
  ++counts_[std::string(outcome_name(result.outcome))];
  standing_.add(result.function, result.outcome);
  failures_.add(result);
  if (result.outcome == Outcome::kNotRun) ++not_run_[reason_not_run(result)];
  if (result.outcome == Outcome::kPassAccepted) ++accepted_[{result.function, result.reading}];
}

std::int64_t Summary::count(Outcome outcome) const {
  const auto found = counts_.find(std::string(outcome_name(outcome)));
  return found == counts_.end() ? 0 : found->second;
}

}  // namespace kassay::runner
