// Applies waivers to the results of a run, and tracks how each waiver was used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/runner/waiver_file.h"
#include "spec/lib/backend.h"
#include "spec/lib/case_outline.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// The result as it was before any waiver touched it.
CaseResult without_waivers(CaseResult result);

// Whether the waiver covers the case in this mode and edition.
bool concerns_case(const Waiver& waiver, const std::string& function, const std::string& case_id,
                   Mode mode);
bool concerns_edition(const Waiver& waiver, const std::string& edition);
// Whether it still holds on a day (ISO 8601, with or without a time).
bool holds_on(const Waiver& waiver, std::string_view day);

class Waivers {
 public:
  Waivers() = default;
  // Takes the waivers of the files that cover the edition. Throws FileError.
  Waivers(const std::vector<std::string>& files, Edition edition);

  const std::vector<WaiverFile>& files() const { return files_; }

  // Step 1: call these for every case of the edition and tier in each of its modes, selected or not, and
  // for every function whose cases are not read.
  void expect(const CaseOutline& test_case, Mode mode, bool selected);
  void skip(const std::string& function, const std::string& category);

  // Step 2: sets the day of the run (ISO 8601, with or without a time), which decides what has expired.
  void hold_on(std::string_view day);

  // Step 3: changes each result that a valid waiver matches. An outcome that the waiver expects becomes
  // "waived", a pass "unexpected-pass", and any other outcome that counts against the backend gets a note;
  // without_waivers undoes this. `count` does everything except the change, for results that were changed
  // before.
  void apply(CaseResult& result);
  void count(const CaseResult& result);

  // How each waiver was used. If one matched nothing, all generated cases are searched.
  std::vector<WaiverUse> uses(const std::string& vectors_directory, const Manifest& manifest) const;

 private:
  struct Pattern {
    std::string text;
    bool seen = false;    // it matches a case that was read, in a mode of the waiver
    bool unread = false;  // it may match a case that was not read
  };
  struct State {
    Waiver waiver;
    std::vector<Pattern> patterns;  // of `cases` and `except`
    bool concerned = false;         // it covers the edition
    bool expired = false;
    bool left_out = false;     // it matches a case that is not run
    std::int64_t matched = 0;  // results of the run, one per case and mode
    std::int64_t waived = 0, unexpected_passes = 0;
    std::int64_t passes = 0;  // passes that it allows
  };

  static std::string unmatched(const State& state, const std::string& vectors_directory,
                               const Manifest& manifest);
  static WaiverUse use_of(const State& state, const std::string& vectors_directory,
                          const Manifest& manifest);

  std::vector<WaiverFile> files_;
  std::vector<State> states_;
};

}  // namespace kassay::runner
