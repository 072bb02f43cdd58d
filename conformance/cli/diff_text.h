// A comparison of two runs as text.
#pragma once

#include <limits>
#include <ostream>

#include "reports/diff/comparison.h"

namespace kassay::cli {

// What a comparison shows by default.
inline constexpr std::size_t kShownFunctions = 10;  // of each kind
inline constexpr std::size_t kShownCases = 3;       // per function
inline constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// With `all`, every change; otherwise the first functions of each kind, and the first cases of
// each.
void print_diff(std::ostream& out, const reports::RunComparison& comparison, bool all);

}  // namespace kassay::cli
