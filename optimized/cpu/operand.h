// A number-or-tensor argument as a tensor.
#pragma once

#include <optional>

#include "spec/lib/value.h"

namespace kassay::optimized {

// The tensor itself; a number as a tensor of rank 0 and of `dtype`; nothing for None.
std::optional<Tensor> as_operand(const Value& value, DType dtype);

// The same, but nothing for a number that `dtype` cannot hold exactly: a comparison with its rounded value could differ.
std::optional<Tensor> as_exact_operand(const Value& value, DType dtype);

}  // namespace kassay::optimized
