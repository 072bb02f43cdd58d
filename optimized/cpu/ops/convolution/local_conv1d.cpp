#include "optimized/cpu/convolution.h"

namespace kassay::optimized::local_conv1d_op {
namespace {

// local_conv1d ignores the data format.
bool compute(const Tensor& inputs, const Tensor& kernel, const Integers& kernel_size,
             const Integers& strides, const Format&, Tensor& result) {
  return convolve_locally(inputs, kernel, kernel_size, strides, false, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::local_conv1d_op
