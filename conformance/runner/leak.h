// Does the memory of a worker grow with every call of a function?
#pragma once

#include <span>

#include "conformance/runner/backend_process.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

inline constexpr std::size_t kCasesOfLeak = 4;  // of a function, from which its calls are taken

// Bytes that stay in use after each call of the function of these cases, in the mean of at most kCasesOfLeak of them; 0 if
// no steady growth was seen, or the memory of the backend is not known. Each program is run with few calls and with many, by
// turns, so that only what grows with the calls counts, and not what a program costs. Ends at the first pair of which the
// memory does not grow. Leaves the worker as it is; gives up where a program has no answer.
double leak_per_call(Connection& connection, std::span<const Case* const> cases, double deadline);

// Whether the program of the case calls the function, so that the call can be repeated.
bool has_call_to_repeat(const Case& test_case);

}  // namespace kassay::runner
