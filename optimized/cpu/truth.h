// any and all.
#pragma once

#include "reference/graph/unpack.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Whether at least one element (or every element) along the axes is not zero.
void reduce_truth(const Tensor& x, const reference::Axes& axis, bool every, Tensor& result);

}  // namespace kassay::optimized
