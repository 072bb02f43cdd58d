// The page of a run that `kassay run --report` and `kassay merge --report` name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spec/lib/results.h"

namespace kassay::cli {

struct RunPage {
  std::string file;     // empty: not wanted
  std::string history;  // a file of `kassay run --history` that the page draws, or empty
  std::string vectors;  // the vectors directory
};

// Call this before the run: throws FileError if the page could not be written, and
// CLI::ValidationError if it is one of the files that other options name: pairs of option and file.
void check_run_page(const std::string& page,
                    const std::vector<std::pair<std::string, std::string>>& others);

// Writes what `kassay report RESULTS --out FILE` writes. Throws FileError.
void write_run_page(const RunPage& page, const std::string& results_file);
// The same for a run whose results are not in a file that can be read again.
void write_run_page(const RunPage& page, Results results);

}  // namespace kassay::cli
