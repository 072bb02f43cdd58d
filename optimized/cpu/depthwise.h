// Correlation of each channel with filters of its own. Shapes and dtypes are those of windows.h.
#pragma once

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

void correlate_depthwise(const Tensor& image, const Tensor& kernel,
                         const reference::Windows& windows, Tensor& result);
// The reverse. `y` has the shape of the windows' counts, with the filters of a channel beside each other.
void correlate_depthwise_to_image(const Tensor& y, const Tensor& kernel,
                                  const reference::Windows& windows, Tensor& result);
// The kernel's share: the sums over all windows of `image` times `y`.
void correlate_depthwise_to_kernel(const Tensor& image, const Tensor& y,
                                   const reference::Windows& windows, Tensor& result);

}  // namespace kassay::optimized
