#include "optimized/cpu/convolution.h"

namespace kassay::optimized::local_conv2d_op {
namespace {

bool compute(const Tensor& inputs, const Tensor& kernel, const Integers& kernel_size,
             const Integers& strides, const reference::Dimensions&, const Format& data_format,
             const Settings& settings, Tensor& result) {
  return convolve_locally(inputs, kernel, kernel_size, strides,
                          reference::channels_first(data_format, settings), result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::local_conv2d_op
