#include "conformance/runner/patience.h"

namespace kassay::runner {
namespace {

// Waived or not.
bool loses_worker(const CaseResult& result) {
  const Outcome outcome = result.waived ? result.waived->outcome : result.outcome;
  return outcome == Outcome::kCrash || outcome == Outcome::kTimeout ||
         outcome == Outcome::kOutOfMemory;
}

}  // namespace

bool Patience::exhausted(const std::string& function) const {
  const auto found = lost_.find(function);
  return max_lost_ > 0 && found != lost_.end() && found->second >= max_lost_;
}

bool Patience::doubts(const CaseResult& result) const {
  const bool wrong = result.outcome == Outcome::kFail || result.outcome == Outcome::kError;
  return wrong && !confirmed_.contains(result.function);
}

void Patience::add(const CaseResult& result) {
  if (loses_worker(result)) ++lost_[result.function];
}

CaseResult Patience::given_up(const std::string& case_id, const std::string& function,
                              const std::string& mode, int max_lost) {
  CaseResult result;
  result.case_id = case_id;
  result.function = function;
  result.mode = mode;
  result.outcome = Outcome::kCrash;
  result.message = "not run: " + std::to_string(max_lost) + " cases of " + function +
                   " have cost a worker already, the most that --max-restarts allows";
  return result;
}

}  // namespace kassay::runner
