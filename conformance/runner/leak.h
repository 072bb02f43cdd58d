// Does the memory of a worker grow with every call of a function?
#pragma once

#include <span>

#include "conformance/runner/backend_process.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

inline constexpr std::size_t kCasesOfLeak = 4;  // cases of a function whose calls are repeated

// Bytes that stay in use after each call of the function, as the mean over at most kCasesOfLeak of the cases. 0 if the memory
// does not grow steadily, or cannot be measured. Each program runs alternately with few and with many calls, so that only
// growth per call counts, not the cost of a program. Stops at the first pair without growth. Does not restart the worker;
// gives up if a program fails.
double leak_per_call(Connection& connection, std::span<const Case* const> cases, double deadline);

// Whether the program of the case calls the function, so that the call can be repeated.
bool has_call_to_repeat(const Case& test_case);

}  // namespace kassay::runner
