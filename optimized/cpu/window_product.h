// Convolutions as products of window elements and a kernel, in the tiles of tiled_product.h. Windows are not copied unless they cross the
// edge of an image. Shapes and dtypes are as in windows.h.
#pragma once

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

void correlate(const Tensor& image, const Tensor& kernel, const reference::Windows& windows,
               Tensor& result);
// The way back, with one product for each remainder of a place divided by the strides. `image` has the shape of the windows' counts,
// `result` the shape of the places.
void correlate_to_image(const Tensor& image, const Tensor& kernel,
                        const reference::Windows& windows, Tensor& result);
// The gradient of the kernel: the sums over all windows of `image` times `y`, which has the shape of their counts.
void correlate_to_kernel(const Tensor& image, const Tensor& y, const reference::Windows& windows,
                         Tensor& result);

}  // namespace kassay::optimized
