// The final summary of `kassay run`, `kassay merge` and `kassay waive`, on standard error.
#pragma once

#include <string>

#include "conformance/runner/run.h"
#include "reports/gates/gates.h"
#include "spec/lib/run_verdict.h"

namespace kassay::cli {

// `vectors_directory` has the vectors of the run. Throws FileError.
void print_summary(const runner::RunReport& report, const RunVerdict& verdict,
                   const std::string& vectors_directory);

// The exit code of a completed run; `results` has its outlines. Prints the gates that failed.
int exit_code_of(const RunVerdict& verdict, const Results& results,
                 const reports::GateSettings& gates, bool skip_unsupported);

}  // namespace kassay::cli
