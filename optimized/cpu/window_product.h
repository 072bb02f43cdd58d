// Convolutions as products of what windows see and a kernel, in the tiles of tiled_product.h: no window is copied, but those over
// the edge of an image. Shapes and dtypes are those of windows.h.
#pragma once

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

void correlate(const Tensor& image, const Tensor& kernel, const reference::Windows& windows,
               Tensor& result);
// The reverse, one product for each remainder of a place by the strides. `image` has the shape of the windows' counts, `result`
// that of the places.
void correlate_to_image(const Tensor& image, const Tensor& kernel,
                        const reference::Windows& windows, Tensor& result);
// The kernel's share: the sums over all windows of `image` times `y`, which has the shape of their counts.
void correlate_to_kernel(const Tensor& image, const Tensor& y, const reference::Windows& windows,
                         Tensor& result);

}  // namespace kassay::optimized
