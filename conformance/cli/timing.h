// How the time of a run was spent, for `kassay run --timing`.
#pragma once

#include <string>

#include "conformance/runner/run.h"

namespace kassay::cli {

// One line, without a line feed.
std::string timing_text(const runner::RunReport& report);

}  // namespace kassay::cli
