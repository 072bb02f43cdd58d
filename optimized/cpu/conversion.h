// Elements of one dtype as those of another, rounded once as set_element does.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The result has the shape of x, and shares its elements where the dtypes are one.
bool cast(const Tensor& x, Tensor& result);

}  // namespace kassay::optimized
