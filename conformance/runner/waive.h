// Waivers applied to results that are there, as if the run had had them.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/run.h"
#include "conformance/runner/selection.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// What the run in `file` selected, as its header has it. Cases that it took from an earlier run are
// those that are here. Throws FileError.
Selection selection_of(const Results& results, const std::string& file);

// Throws FileError if the run in `file` had other vectors than those.
void check_vectors_of_run(const ResultsHeader& header, const Manifest& manifest,
                          const std::string& file, const std::string& vectors_directory);

// Makes of the results in `file` what a run with these files of waivers, and no others, would have
// written on the day on which theirs began; and says of them what that run would have. Without any
// files no result is waived. Throws FileError, also where the vectors are not those of the run: what
// becomes of a waiver depends on all cases that it matches.
RunReport apply_waivers(Results& results, const std::string& file,
                        const std::vector<std::string>& waivers,
                        const std::string& vectors_directory);

}  // namespace kassay::runner
