// What a run found, counted while it goes on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "spec/lib/failure_groups.h"
#include "spec/lib/results.h"

namespace kassay::runner {

class Summary {
 public:
  void add(const CaseResult& result);

  std::int64_t total() const { return total_; }
  std::int64_t against() const { return failures_.results(); }
  const std::map<std::string, std::int64_t>& counts() const { return counts_; }  // by outcome name
  const Standing& standing() const {
    return standing_;
  }  // how many functions there are, is unknown
  const FailureGroups& failures() const { return failures_; }
  // Results that passed by an accepted reading, by function and reading.
  const std::map<std::pair<std::string, std::string>, std::int64_t>& accepted() const {
    return accepted_;
  }
  // Results that were not run, by the reason.
  const std::map<std::string, std::int64_t>& not_run() const { return not_run_; }
  std::int64_t count(Outcome outcome) const;

 private:
  std::int64_t total_ = 0;
  std::map<std::string, std::int64_t> counts_;
  Standing standing_;
  FailureGroups failures_;
  std::map<std::pair<std::string, std::string>, std::int64_t> accepted_;
  std::map<std::string, std::int64_t> not_run_;
};

}  // namespace kassay::runner
