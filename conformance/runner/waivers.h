// Known failures that a run excuses, and what becomes of each waiver in it.
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

// Whether the waiver names the case in this mode; and the edition.
bool concerns_case(const Waiver& waiver, const std::string& function, const std::string& case_id,
                   Mode mode);
bool concerns_edition(const Waiver& waiver, const std::string& edition);
// Whether it has not expired on a day (ISO 8601, also with a time after it).
bool holds_on(const Waiver& waiver, std::string_view day);

class Waivers {
 public:
  Waivers() = default;
  // Those of the files that concern the edition take part. Throws FileError.
  Waivers(const std::vector<std::string>& files, Edition edition);

  const std::vector<WaiverFile>& files() const { return files_; }

  // First they are told of every case, whether the run takes it or not: a case of the edition and
  // tier in one of its modes, and a function of which no case is read.
  void expect(const CaseOutline& test_case, Mode mode, bool selected);
  void skip(const std::string& function, const std::string& category);

  // Then of the day of the run (ISO 8601, also with a time after it): the others have expired.
  void hold_on(std::string_view day);

  // Then each result is changed where a waiver that holds matches it: what the waiver expects
  // becomes "waived", a pass "unexpected-pass", and any other outcome that counts against the
  // backend gets a note; without_waivers undoes it. `count` does all but the change, for a result
  // that was changed before.
  void apply(CaseResult& result);
  void count(const CaseResult& result);

  // What became of each. One that matched nothing is looked for in all that was generated.
  std::vector<WaiverUse> uses(const std::string& vectors_directory, const Manifest& manifest) const;

 private:
  struct Pattern {
    std::string text;
    bool seen = false;    // it matches a case that was read, in a mode of the waiver
    bool unread = false;  // it may match one that was not
  };
  struct State {
    Waiver waiver;
    std::vector<Pattern> patterns;  // of `cases` and `except`
    bool concerned = false;         // by the edition
    bool expired = false;
    bool left_out = false;     // something that it matches is not run
    std::int64_t matched = 0;  // what is run, each mode of a case
    std::int64_t waived = 0, unexpected_passes = 0;
    std::int64_t passes = 0;  // that it allows
  };

  static std::string unmatched(const State& state, const std::string& vectors_directory,
                               const Manifest& manifest);
  static WaiverUse use_of(const State& state, const std::string& vectors_directory,
                          const Manifest& manifest);

  std::vector<WaiverFile> files_;
  std::vector<State> states_;
};

}  // namespace kassay::runner
