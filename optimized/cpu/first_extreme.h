// argmax and argmin along the last dimension.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Where in each row of the last dimension the largest (or smallest) element stands first; the first NaN where there is one.
// Returns false for another axis, for bool, and for float16: the reference passes over NaN, which the specification leaves open, and
// what it answers stays.
bool first_extreme(const Tensor& x, std::int64_t axis, bool largest, Tensor& result);

}  // namespace kassay::optimized
