// The convolutions of the API for any float dtype and data format, called by the native kernels.
#pragma once

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/windows.h"

namespace kassay::optimized {

using reference::Format;
using reference::Integers;
using reference::Settings;
using reference::WindowArguments;

// Each returns false if the dtype is not a float, or if the tensors differ in dtype.
bool convolve(const Tensor& x, const Tensor& kernel, const WindowArguments& arguments,
              Tensor& result);
bool convolve_transposed(const Tensor& x, const Tensor& kernel, const reference::BatchDimensions&,
                         const WindowArguments& arguments, Tensor& result);
bool convolve_depthwise(const Tensor& x, const Tensor& kernel, const WindowArguments& arguments,
                        Tensor& result);
bool convolve_separable(const Tensor& x, const Tensor& kernel, const Tensor& pointwise,
                        const WindowArguments& arguments, Tensor& result);
// `first`: the channels are dimension 1, and the first part of a feature.
bool convolve_locally(const Tensor& x, const Tensor& kernel, const Integers& kernel_size,
                      const Integers& strides, bool first, Tensor& result);
bool pool_images(const Tensor& x, const Integers& pool_size, const WindowArguments& arguments,
                 reference::PoolMode mode, Tensor& result);

}  // namespace kassay::optimized
