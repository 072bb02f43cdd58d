#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::min_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  return layout && extreme(x, *layout, false, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::min_op
