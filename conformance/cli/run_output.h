// What `kassay run`, `kassay merge` and `kassay waive` tell people in the end, on standard error.
#pragma once

#include <string>

#include "conformance/runner/run.h"
#include "reports/gates/gates.h"
#include "spec/lib/run_verdict.h"

namespace kassay::cli {

// The vectors are those of the run. Throws FileError.
void print_summary(const runner::RunReport& report, const RunVerdict& verdict,
                   const std::string& vectors_directory);

// Of a run that came to its end, whose outlines `results` has; prints the gates that failed.
int exit_code_of(const RunVerdict& verdict, const Results& results,
                 const reports::GateSettings& gates, bool skip_unsupported);

}  // namespace kassay::cli
