// argmax and argmin.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The first place of the largest (or smallest) element along the axis; the first NaN if there is one. Returns false for float16: the
// reference ignores NaN there, which is unspecified, and its answer is kept.
bool first_extreme(const Tensor& x, std::int64_t axis, bool largest, Tensor& result);

}  // namespace kassay::optimized
