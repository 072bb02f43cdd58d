// The findings of a run, as results files and verdicts report them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/runner/misspelled.h"
#include "conformance/runner/profile_tally.h"
#include "conformance/runner/run_times.h"
#include "conformance/runner/summary.h"
#include "spec/lib/results.h"
#include "spec/lib/run_verdict.h"

namespace kassay::runner {

struct RunReport {
  ResultsHeader header;
  Summary summary;                             // with the earlier results, if the run was resumed
  std::vector<ProfileResult> profiles;         // the same, once the run has ended
  std::vector<WaiverUse> waivers;              // once the run has ended
  std::vector<MisspelledFunction> misspelled;  // that the backend lists
  std::vector<std::string> notices;            // sentences for the user
  std::int64_t resumed = 0;                    // how many results the file already had
  double seconds = 0;
  RunTimes times;  // excludes an earlier run
  std::int64_t unconfirmed =
      0;                   // functions whose failures no fresh worker confirmed, for lack of time
  bool cancelled = false;  // then the file lacks a footer
};

ResultsFooter footer_of(const RunReport& report);
RunFacts facts_of(const RunReport& report);

}  // namespace kassay::runner
