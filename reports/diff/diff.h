// What changed from one run to another, by case and mode.
//
// An outcome is right (pass, pass-accepted, unexpected-pass), wrong (fail, error, crash, timeout,
// out-of-memory), unsupported, waived or not run. A case that was not run has no result: it is new where only the
// old run left it out, and gone where it was right before. A waived result is a known failure, and an unexpected pass
// is right, whatever the waivers say. A difference in a case that the specification changed or
// retired between the runs is not the backend's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/case_changes.h"
#include "spec/lib/results.h"

namespace kassay::reports {

// The most important changes come first.
enum class ChangeKind {
  kBroken,       // now wrong, but not before
  kLostSupport,  // was right, now unsupported
  kGone,         // only the old run has a result
  kMarginGrown,  // right as before, but closer to the limit by more than a factor
  kWaived,       // a waiver excuses it now, but not before
  kChanged,      // a different outcome, no better and no worse: wrong in another way, or no longer
                 // tried
  kRevised,      // any of these, of a case that the specification changed
  kRetired,      // gone, and so is the case from the specification
  kNew,          // only the new run has a result
  kFixed         // now right, but not before
};
inline constexpr std::array kChangeKinds = {
    ChangeKind::kBroken, ChangeKind::kLostSupport, ChangeKind::kGone,    ChangeKind::kMarginGrown,
    ChangeKind::kWaived, ChangeKind::kChanged,     ChangeKind::kRevised, ChangeKind::kRetired,
    ChangeKind::kNew,    ChangeKind::kFixed};
std::string_view change_name(ChangeKind kind);     // "broken", "lost-support", "gone", ...
std::string_view change_meaning(ChangeKind kind);  // "now wrong, but not before", ...
// Broken, lost-support and gone are. A margin that grew is still within the limit.
bool is_worse(ChangeKind kind);

struct Change {
  ChangeKind kind;
  std::optional<CaseResult> old, now;  // at least one of them
  // What the specification did to the case, "retired in specification 1.2.0: reason"; or empty.
  std::string note = {};

  const CaseResult& either() const { return now ? *now : *old; }
};

// A field of the headers in which two runs differ.
struct HeaderDifference {
  std::string field, old, now;
  std::string meaning;  // a sentence on what it means for the comparison; may be empty
};

struct Diff {
  std::vector<Change> changes;  // by kind, then function, case and mode
  std::vector<HeaderDifference> header;
  std::vector<std::string> notices;           // sentences: what else limits the comparison
  std::int64_t old_total = 0, now_total = 0;  // cases and modes of each run
  std::int64_t same = 0;                      // with no change

  std::int64_t count(ChangeKind kind) const;
  bool worse() const;  // any of the changes is
};

inline constexpr double kMarginFactor = 2;
// Smaller margins count as this one: far below the limit, growth means nothing, and from an exact
// result (margin 0) any rounding error would be growth without bound.
inline constexpr double kLeastMargin = 0.01;

// `factor` is how much a margin may grow. If a run has several results for a case and mode, the
// worst one counts. Of the changes of cases, those of versions between both runs count.
Diff diff_results(const Results& old, const Results& now, double factor = kMarginFactor,
                  const std::vector<CaseChange>& case_changes = {});

}  // namespace kassay::reports
