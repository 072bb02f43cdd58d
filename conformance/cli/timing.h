// What the time of a run went into, for `kassay run --timing`.
#pragma once

#include <string>

#include "conformance/runner/run.h"

namespace kassay::cli {

// A line without its end.
std::string timing_text(const runner::RunReport& report);

}  // namespace kassay::cli
