#include "optimized/cpu/convolution.h"

namespace kassay::optimized::conv1d_op {
namespace {

bool compute(const Tensor& x, const Tensor& kernel, std::int64_t strides,
             const std::string& padding, const Format& data_format, std::int64_t dilation,
             const Settings& settings, Tensor& result) {
  return convolve(x, kernel, {{strides}, padding_named(padding, true), data_format, {dilation}},
                  settings, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::conv1d_op
