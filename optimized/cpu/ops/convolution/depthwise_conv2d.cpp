#include "optimized/cpu/convolution.h"

namespace kassay::optimized::depthwise_conv2d_op {
namespace {

bool compute(const Tensor& x, const Tensor& kernel, const Integers& strides,
             const std::string& padding, const Format& data_format, const Integers& dilation,
             const Settings& settings, Tensor& result) {
  return convolve_depthwise(x, kernel, {strides, padding_named(padding), data_format, dilation},
                            settings, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::depthwise_conv2d_op
