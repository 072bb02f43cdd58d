// The calls that a program makes before it calls the function of its case, such as `constant`. Where one of them fails,
// nothing was learned of the function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/runner/backend_process.h"
#include "spec/lib/program.h"
#include "spec/lib/results.h"
#include "spec/lib/vectors.h"

namespace kassay::runner {

// How many calls come before the first one that calls `function`, by itself or in a function of the program that it
// gets; none where nothing calls it.
std::size_t calls_before(const Program& program, const std::string& function);

// The call before the function of the case that failed, if it was one of those. A backend that does not say which call
// it was, as one that crashed cannot, makes these calls again, in programs without the others: one of them failed if
// it fails in the same way again.
std::optional<FailedCall> failed_before(Connection& connection, const Case& test_case,
                                        const CallResult& called, double deadline);

// What to say of such a case: the call, its line, and how it failed.
std::string not_called_message(const Case& test_case, const FailedCall& failed,
                               const CallResult& called);

}  // namespace kassay::runner
