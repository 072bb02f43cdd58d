// Arithmetic on dimensions, which may be unknown.
#pragma once

#include <cstdint>

#include "spec/lib/tensor.h"

namespace kassay::reference {

// An unknown operand makes the result unknown. Both throw ApiError (value) if the result is larger
// than any dimension can be.
std::int64_t add_dimensions(std::int64_t a, std::int64_t b);
std::int64_t multiply_dimensions(std::int64_t a, std::int64_t b);  // 0 times unknown is 0

// The product of all dimensions from `first` on.
std::int64_t product_of_dimensions(const Shape& shape, std::size_t first = 0);

}  // namespace kassay::reference
