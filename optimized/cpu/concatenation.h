// Joins tensors along a dimension, for concatenate and stack.
#pragma once

#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Each tensor has one row for each place of the result in the dimensions before `axis`; a row of the result joins the rows of all tensors.
void concatenate(const std::vector<Tensor>& tensors, std::int64_t axis, Tensor& result);

}  // namespace kassay::optimized
