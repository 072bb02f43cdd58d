// Convolution of images with the channels first: filters times a matrix with one column per window. Neither the image nor the result is
// reordered.
#pragma once

#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// As `correlate` of window_product.h, with the channels as dimension 1 of image and result.
void correlate_planes(const Tensor& image, const Tensor& kernel, const reference::Windows& windows,
                      Tensor& result);

}  // namespace kassay::optimized
