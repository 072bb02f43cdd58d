// Programs whose arrays stay in the variables of the backend. On a device, a call that takes and returns arrays would mostly measure
// their transfer.
#pragma once

#include "spec/lib/program.h"

namespace kassay::bench {

// The same computation without transfers: variables replace placeholders, and updates of variables replace outputs; the program returns
// the values of these variables at the end. The measurement of the last call moves to the call that replaces it.
//
// Throws Unsupported unless the last call is of a compiled function, with an array for each placeholder.
Program resident(const Program& program);

}  // namespace kassay::bench
