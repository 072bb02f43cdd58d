#include "optimized/cpu/convolution.h"

namespace kassay::optimized::pool3d_op {
namespace {

bool compute(const Tensor& x, const Integers& pool_size, const Integers& strides,
             const std::string& padding, const Format& data_format, const std::string& pool_mode,
             const Settings& settings, Tensor& result) {
  return pool_images(x, pool_size, reference::pool_arguments<3>(strides, padding, data_format),
                     reference::pool_mode_named(pool_mode), settings, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::pool3d_op
