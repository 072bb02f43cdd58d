#include "conformance/runner/patience.h"

#include <algorithm>

#include "spec/lib/text.h"

namespace kassay::runner {
namespace {

constexpr int kWorkersOfTimeout = 5;
constexpr double kMostConfirming = 0.25;  // as a share of the time that cases take

// How many workers a result has cost. Waived results count, and so do calls before the function.
int workers_lost(const CaseResult& result) {
  const Outcome outcome = result.failed_call ? result.failed_call->outcome
                          : result.waived    ? result.waived->outcome
                                             : result.outcome;
  if (outcome == Outcome::kTimeout) return kWorkersOfTimeout;
  return outcome == Outcome::kCrash || outcome == Outcome::kOutOfMemory ? 1 : 0;
}

}  // namespace

bool Patience::exhausted(const std::string& function) const {
  const auto found = lost_.find(function);
  return max_lost_ > 0 && found != lost_.end() && found->second >= max_lost_;
}

bool Patience::doubts(const CaseResult& result) {
  const bool wrong = result.outcome == Outcome::kFail || result.outcome == Outcome::kError;
  if (!wrong || confirmed_.contains(result.function)) return false;
  if (confirming_ <= std::max(kConfirmingSeconds, kMostConfirming * cases_)) return true;
  unconfirmed_.insert(result.function);
  return false;
}

std::int64_t Patience::unconfirmed() const {
  return std::ranges::count_if(
      unconfirmed_, [this](const std::string& function) { return !confirmed_.contains(function); });
}

void Patience::add(const CaseResult& result) {
  cases_ += result.seconds;
  if (const int lost = workers_lost(result); lost > 0) lost_[result.function] += lost;
}

CaseResult Patience::given_up(const std::string& case_id, const std::string& function,
                              const std::string& mode, int max_lost) {
  CaseResult result;
  result.case_id = case_id;
  result.function = function;
  result.mode = mode;
  result.outcome = Outcome::kNotRun;
  result.message = "not run: earlier cases of " + function + " have cost " +
                   count_of(max_lost, "worker") +
                   ", the most that --max-restarts allows (a timeout counts as " +
                   std::to_string(kWorkersOfTimeout) + ")";
  return result;
}

}  // namespace kassay::runner
