// Converts elements to another dtype, rounded once as in set_element.
#pragma once

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// The result has the shape of x. If the dtypes are equal, it shares the elements of x.
bool cast(const Tensor& x, Tensor& result);

}  // namespace kassay::optimized
