// What `kassay run` and `kassay waive` tell people in the end, on standard error.
#pragma once

#include <string>

#include "conformance/runner/run.h"
#include "spec/lib/run_verdict.h"

namespace kassay::cli {

// The vectors are those of the run. Throws FileError.
void print_summary(const runner::RunReport& report, const RunVerdict& verdict,
                   const std::string& vectors_directory);

}  // namespace kassay::cli
