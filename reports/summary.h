// What a run as a whole amounts to: its counts, whether it may be called a conformance claim, and
// the verdict.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/results.h"

namespace kassay::reports {

// Every outcome, those that a reader should see first in front.
inline constexpr std::array kOutcomesWorstFirst = {Outcome::kCrash,        Outcome::kTimeout,
                                                   Outcome::kOutOfMemory,  Outcome::kError,
                                                   Outcome::kFail,         Outcome::kUnexpectedPass,
                                                   Outcome::kUnsupported,  Outcome::kWaived,
                                                   Outcome::kPassAccepted, Outcome::kPass};
// The place in kOutcomesWorstFirst.
std::size_t severity_rank(Outcome outcome);

enum class VerdictKind { kConformant, kNotConformant, kNoClaim };
std::string_view verdict_name(VerdictKind verdict);  // "conformant", "not-conformant", "no-claim"
std::optional<VerdictKind> parse_verdict(std::string_view name);

struct RunSummary {
  std::array<std::int64_t, kOutcomesWorstFirst.size()> counts{};  // by severity_rank
  bool complete = false;            // it has its footer and a result for all that was selected
  bool whole = false;               // nor was anything filtered out, or left to another shard
  std::vector<std::string> limits;  // sentences: why this is no conformance claim; empty if it is
  std::vector<std::string> asked_profiles;  // to which alone the verdict refers; none: all that ran
  std::map<std::string, ProfileVerdict> profiles;  // by id; empty where the run was cut short
  VerdictKind verdict = VerdictKind::kNoClaim;
  std::int64_t functions = 0;            // that have results
  std::int64_t supported_functions = 0;  // of these, where not every result is "unsupported"
};

// Anything that counts against a backend makes the verdict "not conformant", however small the run;
// without that, a run with limits proves nothing and is no claim.
RunSummary summarize(const Results& results);

// The title of the verdict with what it is about, where that is less than all that was run:
// "Conformant in the 14 of 86 functions that it supports", "Conformant to profile inference".
std::string verdict_text(const RunSummary& summary);

// "Profiles passed: minimal. Profiles failed: training, random." with what there is of these; those
// that were not run as a whole only where they were asked for.
std::string profiles_text(const RunSummary& summary);

// "43,500 pass, 72 fail", what is right in front; "no results" where there are none.
std::string outcomes_text(const RunSummary& summary);

std::string_view verdict_title(VerdictKind verdict);  // "Conformant", "Not conformant", "No claim"

}  // namespace kassay::reports
