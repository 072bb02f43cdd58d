// Constants folded: what is the same in every run is computed when a program is compiled.
#pragma once

#include <optional>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The results of a call of constants alone, or of one to which only the shapes of its arguments matter. None of any other call, where
// they are large, and where the call refuses its arguments, which it will do in its turn. `known`: by slot, a constant, or a placeholder
// of which the type is known, or None.
std::optional<std::vector<Value>> constant_results(const Call& call,
                                                   const std::vector<Value>& known);

}  // namespace kassay::optimized::engine
