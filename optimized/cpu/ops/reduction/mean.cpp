#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::mean_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  if (!layout) return false;
  auto numbers = reduce_floating(x, *layout, nullptr, Sum{});
  if (!numbers) return false;
  for (double& number : *numbers) number /= static_cast<double>(layout->length);
  store(*numbers, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::mean_op
