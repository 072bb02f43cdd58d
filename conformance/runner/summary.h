// What a run found, counted while it goes on.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "spec/lib/failure_groups.h"
#include "spec/lib/results.h"

namespace kassay::runner {

class Summary {
 public:
  struct FunctionCount {
    std::int64_t cases = 0;
    std::int64_t against = 0;  // those that count against the backend
    std::int64_t unsupported = 0;
  };

  void add(const CaseResult& result);

  std::int64_t total() const { return total_; }
  std::int64_t against() const { return failures_.results(); }
  const std::map<std::string, std::int64_t>& counts() const { return counts_; }  // by outcome name
  const std::map<std::string, FunctionCount>& functions() const { return functions_; }
  const FailureGroups& failures() const { return failures_; }
  std::int64_t count(Outcome outcome) const;
  // The functions of which the backend supports some case.
  std::int64_t supported_functions() const;

 private:
  std::int64_t total_ = 0;
  std::map<std::string, std::int64_t> counts_;
  std::map<std::string, FunctionCount> functions_;
  FailureGroups failures_;
};

}  // namespace kassay::runner
