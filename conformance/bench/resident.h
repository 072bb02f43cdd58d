// Programs whose arrays stay where the backend has its variables: on a device, a call that is fed arrays and returns some measures mostly
// their way there and back.
#pragma once

#include "spec/lib/program.h"

namespace kassay::bench {

// The same computation without transfers: variables in the place of placeholders, and in the place of outputs the updates of variables,
// whose values the program returns in the end. What the last call says of measuring is said of the call in its place.
//
// Throws Unsupported unless the last call is that of a function of placeholders, with an array for each.
Program resident(const Program& program);

}  // namespace kassay::bench
