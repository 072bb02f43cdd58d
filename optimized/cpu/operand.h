// A number-or-tensor argument as a tensor.
#pragma once

#include <optional>

#include "spec/lib/value.h"

namespace kassay::optimized {

// A tensor is returned itself, a number as a tensor of rank 0 and of `dtype`. Empty for None.
std::optional<Tensor> as_operand(const Value& value, DType dtype);

// The same, but empty for a number that `dtype` cannot hold exactly.
std::optional<Tensor> as_exact_operand(const Value& value, DType dtype);

// Replaces a number that `dtype` cannot hold in a comparison with elements, without changing the answer: by the next number above it for <
// and >=, by the one below it for <= and >, and by NaN for == and !=. Empty if `dtype` does not have one.
enum class Neighbour { kAbove, kBelow, kNone };
std::optional<Tensor> as_compared(const Value& value, DType dtype, Neighbour neighbour);

// The operand that replaces a bound in comparisons with integer elements, where the element and the number may be rounded before or after:
// a tensor itself, a number rounded toward zero. For floats the same as `as_operand`. Empty for a number outside the dtype.
std::optional<Tensor> as_bound(const Value& value, DType dtype);

}  // namespace kassay::optimized
