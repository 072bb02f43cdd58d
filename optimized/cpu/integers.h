// The elements of a tensor as integers.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// An int64 copy of a tensor of integers or bools; an int64 tensor itself.
Tensor as_integers(const Tensor& tensor);

}  // namespace kassay::optimized
