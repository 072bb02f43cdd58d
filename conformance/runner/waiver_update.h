// Updates a file of waivers: removes and narrows waivers whose cases pass now.
#pragma once

#include <string>

#include "spec/lib/results.h"

namespace kassay::runner {

struct WaiverUpdate {
  std::string text;               // of the file
  int waivers = 0;                // before
  int removed = 0, narrowed = 0;  // of these
  int of_other_tiers = 0;         // of the changed ones: how many also match cases of a higher tier
};

// Removes each waiver that matches passing results and none that fails as it expects, or that matches no
// case, or only unsupported results. Narrows each waiver that matches both to the failing ones, with other
// patterns; cases that fail in different modes get separate entries. If some of its cases in the tier of
// the run were not run, the passing ones become an `except` instead. Waivers of other editions and waivers
// whose cases are all in a higher tier stay. A changed waiver is written anew; all other text, including
// comments, stays. `results` are those of the run in `results_file`. Throws FileError, also if the vectors
// are not those of the run.
WaiverUpdate update_waivers(const std::string& waivers_file, const Results& results,
                            const std::string& results_file, const std::string& vectors_directory);

}  // namespace kassay::runner
