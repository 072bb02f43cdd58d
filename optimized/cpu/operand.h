// A number-or-tensor argument as a tensor.
#pragma once

#include <optional>

#include "spec/lib/value.h"

namespace kassay::optimized {

// The tensor itself; a number as a tensor of rank 0 and of `dtype`; nothing for None.
std::optional<Tensor> as_operand(const Value& value, DType dtype);

// The same, but nothing for a number that `dtype` cannot hold exactly.
std::optional<Tensor> as_exact_operand(const Value& value, DType dtype);

// What takes the place of a number that `dtype` cannot hold in a comparison with its elements, which has the same answer: the next number
// above it for < and >=, the one below it for <= and >, and NaN for == and !=. Nothing where `dtype` has none.
enum class Neighbour { kAbove, kBelow, kNone };
std::optional<Tensor> as_compared(const Value& value, DType dtype, Neighbour neighbour);

// What an integer element compares with in the place of a number that bounds it, for the element and the number may be rounded before
// as well as after: the tensor itself, the number toward zero; the same as `as_operand` for floats. Nothing for a number beyond the
// dtype.
std::optional<Tensor> as_bound(const Value& value, DType dtype);

}  // namespace kassay::optimized
