#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::sum_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  if (!layout) return false;
  const auto numbers = reduce_floating(x, *layout, nullptr, Sum{});
  if (numbers) store(*numbers, result);
  return numbers.has_value();
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sum_op
