// The calls that a program makes before it calls the function of its case, such as `constant`. If one of them fails,
// the function was not tested.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/runner/backend_process.h"
#include "spec/lib/program.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// How many calls come before the first one that calls `function`, directly or through a function of the program that it
// gets; 0 if none calls it.
std::size_t calls_before(const Program& program, const std::string& function);

// The failed call, if it came before the function of the case. If the backend does not report which call failed (after a
// crash it cannot), the calls are repeated in programs that end before the function: the first one to fail is the failed
// call, if it fails in the same way.
std::optional<FailedCall> failed_before(Connection& connection, const Case& test_case,
                                        const CallResult& called, double deadline);

// The message of such a case: the call, its line, and how it failed.
std::string not_called_message(const Case& test_case, const FailedCall& failed,
                               const CallResult& called);

}  // namespace kassay::runner
