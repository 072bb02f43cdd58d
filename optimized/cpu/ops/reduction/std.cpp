#include <cmath>

#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::std_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  auto found = moments(x, stages_of(x, axis));
  if (!found) return false;
  for (double& number : found->variances) number = std::sqrt(number);
  store(found->variances, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::std_op
