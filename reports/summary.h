// What a run as a whole amounts to: its counts, whether it may be called a conformance claim, and
// the verdict.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/results.h"

namespace kassay {

// Every outcome, those that a reader should see first in front.
inline constexpr std::array kOutcomesWorstFirst = {Outcome::kCrash,        Outcome::kTimeout,
                                                   Outcome::kOutOfMemory,  Outcome::kError,
                                                   Outcome::kFail,         Outcome::kUnexpectedPass,
                                                   Outcome::kUnsupported,  Outcome::kWaived,
                                                   Outcome::kPassAccepted, Outcome::kPass};
// The place in kOutcomesWorstFirst.
std::size_t severity_rank(Outcome outcome);

enum class VerdictKind { kConformant, kNotConformant, kNoClaim };

struct RunSummary {
  std::array<std::int64_t, kOutcomesWorstFirst.size()> counts{};  // by severity_rank
  bool complete = false;            // it has its footer and a result for all that was selected
  std::vector<std::string> limits;  // sentences: why this is no conformance claim; empty if it is
  VerdictKind verdict = VerdictKind::kNoClaim;
};

// Anything that counts against a backend makes the verdict "not conformant", however small the run;
// without that, a run with limits proves nothing and is no claim.
RunSummary summarize(const Results& results);

std::string_view verdict_title(VerdictKind verdict);  // "Conformant", "Not conformant", "No claim"

}  // namespace kassay
