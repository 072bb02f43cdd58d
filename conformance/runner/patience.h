// How much trouble a run takes with a function of a backend: which of its failures are tried again
// in a fresh worker, and when the rest of its cases is given up.
#pragma once

#include <map>
#include <set>
#include <string>

#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// When a case gets a worker that has run nothing before.
enum class FreshWorkers {
  kNever,     // only where the one before was lost
  kFailures,  // to confirm the first failure of a function; further ones while the fresh worker passes
  kAlways
};

class Patience {
 public:
  // `max_lost`: workers that the cases of one function may cost; 0: any number.
  explicit Patience(int max_lost) : max_lost_(max_lost) {}

  // Whether no further case of the function is to be run.
  bool exhausted(const std::string& function) const;
  // Whether this failure shall be confirmed in a fresh worker.
  bool doubts(const CaseResult& result) const;
  // The same case failed in a fresh worker too, or in the first case of one: no need to ask again.
  void confirm(const std::string& function) { confirmed_.insert(function); }
  // Of an earlier run too.
  void add(const CaseResult& result);

  // The result of a case, in its one mode, that is not run.
  static CaseResult given_up(const Case& test_case, int max_lost);

 private:
  int max_lost_;
  std::map<std::string, int> lost_;
  std::set<std::string> confirmed_;
};

}  // namespace kassay::runner
