// How much trouble a run accepts from a function of a backend: which failures it repeats in a fresh
// worker, and when it gives up on the remaining cases.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "spec/lib/results.h"

namespace kassay::runner {

// When a case gets a worker that has run nothing before.
enum class FreshWorkers {
  kNever,     // only if the one before was lost
  kFailures,  // to confirm the first failure of a function; further ones while the fresh worker passes
  kAlways
};

class Patience {
 public:
  // `max_lost`: how many workers the cases of one function may cost; 0: no limit. A timeout counts
  // for several: it costs the time of the deadline too.
  explicit Patience(int max_lost) : max_lost_(max_lost) {}

  // Whether to skip the remaining cases of the function.
  bool exhausted(const std::string& function) const;
  // Whether to confirm this failure in a fresh worker: the first one of its function, as long as fresh workers have not
  // taken more than kConfirmingSeconds, or a quarter of what the cases have taken.
  bool doubts(const CaseResult& result);
  // How long a fresh worker took to start and to try a case again.
  void spend(double seconds) { confirming_ += seconds; }
  // How many functions failed that were not confirmed for lack of time.
  std::int64_t unconfirmed() const;
  // The same case also failed in a fresh worker, or in its first case: no need to repeat it.
  void confirm(const std::string& function) { confirmed_.insert(function); }
  // Of an earlier run too.
  void add(const CaseResult& result);

  // The result of a case in this mode that is not run: it is not wrong.
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
