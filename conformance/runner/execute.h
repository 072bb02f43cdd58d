// Runs a program on a backend of this process, and turns whatever it throws into a value.
#pragma once

#include "conformance/runner/backend_process.h"

namespace kassay::runner {

// Inputs are checksummed before and after: a program on a backend that wrote to one ends in kError.
CallResult execute(Backend& backend, const Program& program, const Inputs& inputs);

}  // namespace kassay::runner
