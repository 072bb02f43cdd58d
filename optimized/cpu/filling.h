// Tensors with one number everywhere.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// All bits 0, which is the zero of every dtype.
void fill_with_zeros(Tensor& result);
void fill_with_ones(Tensor& result);

}  // namespace kassay::optimized
