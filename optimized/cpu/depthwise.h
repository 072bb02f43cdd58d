// Correlation of each channel with its own filters. Shapes and dtypes are as in windows.h.
#pragma once

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

void correlate_depthwise(const Tensor& image, const Tensor& kernel,
                         const reference::Windows& windows, Tensor& result);
// The way back. `y` has the shape of the windows' counts; the filters of a channel are contiguous.
void correlate_depthwise_to_image(const Tensor& y, const Tensor& kernel,
                                  const reference::Windows& windows, Tensor& result);
// The gradient of the kernel: the sums over all windows of `image` times `y`.
void correlate_depthwise_to_kernel(const Tensor& image, const Tensor& y,
                                   const reference::Windows& windows, Tensor& result);

}  // namespace kassay::optimized
