#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  return layout && extreme(x, *layout, false, result);
}

}  // namespace

namespace kernels {
Kernel min_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
