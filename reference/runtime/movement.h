// The gradient of functions whose results are elements of their arguments, moved, and zeros: it
// follows from where each element comes from.
#pragma once

#include <string_view>

#include "reference/runtime/kernel.h"

namespace kassay::reference {

// The operation "move_back.<function>" has the arguments of the function, then `g`, the gradient of
// the result, and `target`, the number of a tensor among its arguments: it brings each element of g
// back to where the function took the element of that tensor from, and adds what comes together.
// Null where the name is another.
const Signature* find_movement_signature(std::string_view name);
const Kernel* find_movement_kernel(std::string_view name);

}  // namespace kassay::reference
