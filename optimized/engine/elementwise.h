// Element-wise calls: each element of the result depends on the elements at its place in the arguments, which broadcast.
#pragma once

#include <string_view>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Whether calls of the function can be element-wise.
bool is_elementwise(std::string_view function);
// Precondition: the types of the call are known.
bool is_elementwise(const Call& call);

}  // namespace kassay::optimized::engine
