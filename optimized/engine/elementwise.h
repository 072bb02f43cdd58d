// Which calls are element-wise: an element of the result follows from the elements at its place in the arguments, which broadcast.
#pragma once

#include <string_view>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Whether those of the function can be.
bool is_elementwise(std::string_view function);
// Precondition: the types of the call are known.
bool is_elementwise(const Call& call);

}  // namespace kassay::optimized::engine
