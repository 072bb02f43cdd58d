// Convolution of images with the channels first: filters times what windows see, one column a window, so that neither the image
// nor the result changes its order.
#pragma once

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// As `correlate` of window_product.h, of an image and a result with the channels as dimension 1.
void correlate_planes(const Tensor& image, const Tensor& kernel, const reference::Windows& windows,
                      Tensor& result);

}  // namespace kassay::optimized
