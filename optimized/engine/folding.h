// Constant folding: what is the same in every run is computed when a program is compiled.
#pragma once

#include <optional>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The results of a call that depends only on constants, or only on the shapes of its arguments. None for other calls, for large results,
// and if the call refuses its arguments: the run reports that error. `known`: by slot, a constant, a placeholder with a known type, or
// None.
std::optional<std::vector<Value>> constant_results(const Call& call,
                                                   const std::vector<Value>& known);

}  // namespace kassay::optimized::engine
