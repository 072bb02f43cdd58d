// What `kassay run` tells people in the end, on standard error.
#pragma once

#include "conformance/runner/run.h"

namespace kassay::cli {

// Nothing counts against the backend, and it fails none of the profiles that were asked for but in
// what is waived.
bool conformant(const runner::RunReport& report);

// Nothing passed, and nothing counts against the backend: all is unsupported or waived.
bool nothing_to_judge(const runner::RunReport& report);

void print_summary(const runner::RunSettings& settings, const runner::RunReport& report);

}  // namespace kassay::cli
