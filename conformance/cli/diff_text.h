// A comparison of two runs as text.
#pragma once

#include <ostream>

#include "reports/diff/comparison.h"

namespace kassay::cli {

// With `all`, every change; else the first functions of each kind, and of each its first cases.
void print_diff(std::ostream& out, const reports::RunComparison& comparison, bool all);

}  // namespace kassay::cli
