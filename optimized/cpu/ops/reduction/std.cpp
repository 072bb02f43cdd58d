#include <cmath>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::std_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto layout = split(x.shape(), reference::normalize_axes(axis, x.rank()));
  if (!layout) return false;
  auto numbers = variances(x, *layout);
  if (!numbers) return false;
  for (double& number : *numbers) number = std::sqrt(number);
  store(*numbers, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::std_op
