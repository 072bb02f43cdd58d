#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::max_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  return layout && extreme(x, *layout, true, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::max_op
