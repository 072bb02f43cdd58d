#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::var_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const auto found = moments(x, stages_of(x, axis));
  if (found) store(found->variances, result);
  return found.has_value();
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::var_op
