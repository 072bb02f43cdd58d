#include "optimized/cpu/convolution.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, const Tensor& kernel, std::int64_t strides,
             const std::string& padding, const Format& data_format, std::int64_t dilation,
             const Settings& settings, Tensor& result) {
  return convolve(x, kernel, {{strides}, padding_named(padding, true), data_format, {dilation}},
                  settings, result);
}

}  // namespace

namespace kernels {
Kernel conv1d_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
