// How much trouble a run accepts from a function of a backend: which failures it repeats in a fresh
// worker, and when it gives up on the remaining cases.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "spec/lib/results.h"

namespace kassay::runner {

// When a case gets a fresh worker.
enum class FreshWorkers {
  kNever,  // only after the previous one was lost
  kFailures,  // to confirm the first failure of a function, and the next ones as long as the fresh worker passes
  kAlways
};

class Patience {
 public:
  // `max_lost`: how many workers the cases of one function may cost; 0: no limit. A timeout counts
  // for several workers, because it also costs time.
  explicit Patience(int max_lost) : max_lost_(max_lost) {}

  // Whether to skip the remaining cases of the function.
  bool exhausted(const std::string& function) const;
  // Whether to confirm this failure in a fresh worker: the first failure of its function, as long as fresh workers have not
  // taken more than kConfirmingSeconds or a quarter of the time of the cases, whichever is longer.
  bool doubts(const CaseResult& result);
  // Records how long a fresh worker took to start and to repeat a case.
  void spend(double seconds) { confirming_ += seconds; }
  // How many functions have failures that were not confirmed for lack of time.
  std::int64_t unconfirmed() const;
  // The same case also failed in a fresh worker, or in its first case: no need to repeat it.
  void confirm(const std::string& function) { confirmed_.insert(function); }
  // Counts a result, also one of an earlier run.
  void add(const CaseResult& result);

  // The result "not-run" of a case in this mode.
  static CaseResult given_up(const std::string& case_id, const std::string& function,
                             const std::string& mode, int max_lost);

  static constexpr double kConfirmingSeconds = 60;

 private:
  int max_lost_;
  std::map<std::string, int> lost_;
  std::set<std::string> confirmed_, unconfirmed_;
  double confirming_ = 0, cases_ = 0;  // seconds
};

}  // namespace kassay::runner
