// argmax and argmin.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Where along the axis the largest (or smallest) element stands first; the first NaN where there is one. Returns false for float16:
// the reference passes over NaN, which the specification leaves open, and what it answers stays.
bool first_extreme(const Tensor& x, std::int64_t axis, bool largest, Tensor& result);

}  // namespace kassay::optimized
