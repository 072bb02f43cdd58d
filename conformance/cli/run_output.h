// What `kassay run` and `kassay waive` tell people in the end, on standard error.
#pragma once

#include "conformance/runner/run.h"
#include "spec/lib/run_verdict.h"

namespace kassay::cli {

void print_summary(const runner::RunReport& report, const RunVerdict& verdict);

}  // namespace kassay::cli
