#include "optimized/cpu/convolution.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& inputs, const Tensor& kernel, const Integers& kernel_size,
             const Integers& strides, const reference::Dimensions&, const Format& data_format,
             const Settings& settings, Tensor& result) {
  return convolve_locally(inputs, kernel, kernel_size, strides,
                          reference::channels_first(data_format, settings), result);
}

}  // namespace

namespace kernels {
Kernel local_conv2d_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
