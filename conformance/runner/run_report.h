// What a run found, and what a results file and a verdict say of it.
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
  Summary summary;                             // of the earlier results too, if the run was resumed
  std::vector<ProfileResult> profiles;         // the same, once the run has ended
  std::vector<WaiverUse> waivers;              // once the run has ended
  std::vector<MisspelledFunction> misspelled;  // that the backend lists
  std::vector<std::string> notices;            // sentences: what became of earlier kept outputs
  std::int64_t resumed = 0;                    // how many results the file already had
  double seconds = 0;
  RunTimes times;  // without those of the earlier run
  std::int64_t unconfirmed =
      0;                   // functions whose failures no fresh worker confirmed, for lack of time
  bool cancelled = false;  // then there is no footer
};

ResultsFooter footer_of(const RunReport& report);
RunFacts facts_of(const RunReport& report);

}  // namespace kassay::runner
