// What a run as a whole amounts to: its counts and the verdict.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "spec/lib/results.h"
#include "spec/lib/run_verdict.h"

namespace kassay::reports {

// Every outcome, those that a reader should see first in front.
inline constexpr std::array kOutcomesWorstFirst = {Outcome::kCrash,        Outcome::kTimeout,
                                                   Outcome::kOutOfMemory,  Outcome::kError,
                                                   Outcome::kFail,         Outcome::kUnexpectedPass,
                                                   Outcome::kUnsupported,  Outcome::kWaived,
                                                   Outcome::kPassAccepted, Outcome::kPass};
// The place in kOutcomesWorstFirst.
std::size_t severity_rank(Outcome outcome);

// What the vocabulary says of a run (spec/lib/run_verdict.h), beside what it says that of.
struct RunSummary {
  std::array<std::int64_t, kOutcomesWorstFirst.size()> counts{};  // by severity_rank
  RunVerdict verdict;
  std::vector<std::string> asked_profiles;  // to which alone the verdict refers; none: all that ran
  std::map<std::string, ProfileVerdict> profiles;  // by id; empty where the run was cut short
  std::int64_t functions = 0;                      // that have results
  std::int64_t supported_functions = 0;  // of these, where not every result is "unsupported"
};

RunSummary summarize(const Results& results);

// "Profiles passed: minimal. Profiles failed: training, random."
std::string profiles_text(const RunSummary& summary);

// "43,500 pass, 72 fail", what is right in front; "no results" where there are none.
std::string outcomes_text(const RunSummary& summary);

}  // namespace kassay::reports
