// A file of waivers without what passes now.
#pragma once

#include <string>

#include "spec/lib/results.h"

namespace kassay::runner {

struct WaiverUpdate {
  std::string text;               // of the file
  int waivers = 0;                // before
  int removed = 0, narrowed = 0;  // of these
  int of_other_tiers = 0;  // of the changed ones: those that match cases of a higher tier too
};

// Leaves out each waiver that matches results which pass and none that fails as it expects, and
// narrows each one that matches both to those that fail: to other patterns, in as many entries as
// there are lists of modes in which cases fail. Where not all that it matches in the tier of the run
// was run, what passes becomes an `except`. Waivers of other editions, and those of which no case is
// in the tier, stay. A waiver that changes is written anew; all other text, comments above all,
// stays. `results` are those that a run in `results_file` wrote; throws FileError, also where the
// vectors are not those of the run.
WaiverUpdate update_waivers(const std::string& waivers_file, const Results& results,
                            const std::string& results_file, const std::string& vectors_directory);

}  // namespace kassay::runner
