// Native kernels of operations that are not functions of the API (reference/internal/operators.cpp).
#pragma once

#include <string_view>

#include "optimized/cpu/kernel.h"

namespace kassay::optimized {

// Null if the operation does not have one.
const Kernel* find_internal_kernel(std::string_view operation);

}  // namespace kassay::optimized
