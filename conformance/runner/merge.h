// The results of all shards of a run, as one machine would have written them.
#pragma once

#include <string>

#include "spec/lib/results.h"

namespace kassay::runner {

// Puts the results into the order of a run with one job. Where the shards together lost more workers
// with a function than one run allows (`max_restarts`; 0: no limit), the cases behind that become
// those that are not run. Each selected case must be there once in each of its modes: throws FileError
// where one is missing, there twice, or not selected, or if the vectors are not those of the run.
// `file` is the name that such an error has.
void put_in_order(Results& results, const std::string& file, const std::string& vectors_directory,
                  int max_restarts);

}  // namespace kassay::runner
