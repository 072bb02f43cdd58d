#include "optimized/cpu/convolution.h"

namespace kassay::optimized::separable_conv1d_op {
namespace {

bool compute(const Tensor& x, const Tensor& kernel, const Tensor& pointwise, std::int64_t strides,
             const std::string& padding, const Format& data_format, std::int64_t dilation,
             const Settings& settings, Tensor& result) {
  return convolve_separable(x, kernel, pointwise,
                            {{strides}, padding_named(padding), data_format, {dilation}}, settings,
                            result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::separable_conv1d_op
