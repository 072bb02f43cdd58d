// The results of all shards of a run, as one machine would have written them.
#pragma once

#include <string>

#include "spec/lib/results.h"

namespace kassay::runner {

// Puts the results into the order of a run with one job. If the shards together lost more workers to a
// function than one run allows (`max_restarts`; 0: no limit), its later cases become "not-run". Each
// selected case must appear once in each of its modes: throws FileError if one is missing, duplicated or
// not selected, or if the vectors are not those of the run. Errors name `file`.
void put_in_order(Results& results, const std::string& file, const std::string& vectors_directory,
                  int max_restarts);

}  // namespace kassay::runner
