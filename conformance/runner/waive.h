// Applies waivers to existing results, as if the run had used them.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/run.h"
#include "conformance/runner/selection.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// The selection of the run in `file`, from its header. If the run took its cases from an earlier run
// (--filter-failed), the selection lists the cases of these results. Throws FileError.
Selection selection_of(const Results& results, const std::string& file);

// Throws FileError if the run in `file` used other vectors.
void check_vectors_of_run(const ResultsHeader& header, const Manifest& manifest,
                          const std::string& file, const std::string& vectors_directory);

// Changes the results in `file` to those of a run on the same day with exactly these files of waivers,
// and returns the report of that run. Without files no result is waived. Throws FileError, also if the
// vectors are not those of the run, because the status of a waiver depends on all cases that it matches.
RunReport apply_waivers(Results& results, const std::string& file,
                        const std::vector<std::string>& waivers,
                        const std::string& vectors_directory);

}  // namespace kassay::runner
