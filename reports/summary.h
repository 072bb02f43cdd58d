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
inline constexpr std::array kOutcomesWorstFirst = {
    Outcome::kCrash,  Outcome::kTimeout,        Outcome::kOutOfMemory, Outcome::kError,
    Outcome::kFail,   Outcome::kUnexpectedPass, Outcome::kNotRun,      Outcome::kUnsupported,
    Outcome::kWaived, Outcome::kPassAccepted,   Outcome::kPass};
// The place in kOutcomesWorstFirst.
std::size_t severity_rank(Outcome outcome);

// What the vocabulary says of a run (spec/lib/run_verdict.h), beside what it says that of.
struct RunSummary {
  std::array<std::int64_t, kOutcomesWorstFirst.size()> counts{};  // by severity_rank
  RunVerdict verdict;
  std::vector<std::string> asked_profiles;  // to which alone the verdict refers; none: all that ran
  std::map<std::string, ProfileVerdict> profiles;  // by id; empty where the run was cut short
  std::map<std::string, Standing> standings;       // of these, where that is known
  Standing standing;                               // of the run
  std::vector<std::string> repeated;  // sentences on repeated runs; none without --repeat
};

RunSummary summarize(const Results& results);

// "Right: 14 of 15 supported functions, 4,207 of 4,210 results", and the same of what is complete
// and what is wrong; then a line for each way in which profiles ended.
std::vector<std::string> standing_lines(const RunVerdict& verdict);

// "passed", or "failed (15 of 86 functions supported; wrong: dot)"
std::string profile_text(const RunSummary& summary, const std::string& profile);

// "43,500 pass, 72 fail", what is right in front; "no results" where there are none.
std::string outcomes_text(const RunSummary& summary);

}  // namespace kassay::reports
