// Tensors laid end to end along a dimension: what concatenate and stack are.
#pragma once

#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The elements of each tensor are as many rows as the dimensions of the result before `axis` have places; a row of the result is a
// row of each tensor in turn.
void concatenate(const std::vector<Tensor>& tensors, std::int64_t axis, Tensor& result);

}  // namespace kassay::optimized
