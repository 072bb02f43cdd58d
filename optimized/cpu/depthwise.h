// Correlation of each channel with filters of its own. Shapes and dtypes are those of windows.h.
#pragma once

#include "reference/runtime/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

void correlate_depthwise(const Tensor& image, const Tensor& kernel,
                         const reference::Windows& windows, Tensor& result);

}  // namespace kassay::optimized
