#include "optimized/cpu/convolution.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, const Tensor& kernel, const Integers& strides,
             const std::string& padding, const Format& data_format, const Integers& dilation,
             const Settings& settings, Tensor& result) {
  return convolve_depthwise(x, kernel, {strides, padding_named(padding), data_format, dilation},
                            settings, result);
}

}  // namespace

namespace kernels {
Kernel depthwise_conv2d_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
