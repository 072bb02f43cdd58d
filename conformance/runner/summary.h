// Counts the outcomes of a run while it goes on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "conformance/rules/findings.h"
#include "spec/lib/cause_groups.h"
#include "spec/lib/results.h"

namespace kassay::runner {

class Summary {
 public:
  void add(const CaseResult& result);

  std::int64_t total() const { return total_; }
  std::int64_t against() const { return failures_.results(); }
  const std::map<std::string, std::int64_t>& counts() const { return counts_; }  // by outcome name
  const Standing& standing() const { return standing_; }  // the number of functions is unknown
  const CauseGroups& failures() const { return failures_; }
  const CauseGroups& unsupported() const { return unsupported_; }
  const CauseGroups& not_run() const { return not_run_; }
  // How many results passed by an accepted reading, by function and reading.
  const std::map<std::pair<std::string, std::string>, std::int64_t>& accepted() const {
    return accepted_;
  }
  const RepetitionTally& repetition() const { return repetition_; }
  const rules::Outcomes& outcomes() const { return outcomes_; }
  std::int64_t count(Outcome outcome) const;

 private:
  std::int64_t total_ = 0;
  std::map<std::string, std::int64_t> counts_;
  Standing standing_;
  CauseGroups failures_{counts_against};
  CauseGroups unsupported_{[](Outcome outcome) { return outcome == Outcome::kUnsupported; }};
  CauseGroups not_run_{[](Outcome outcome) { return outcome == Outcome::kNotRun; }};
  std::map<std::pair<std::string, std::string>, std::int64_t> accepted_;
  RepetitionTally repetition_;
  rules::Outcomes outcomes_;
};

}  // namespace kassay::runner
