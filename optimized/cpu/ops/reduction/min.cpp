#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::min_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  extreme(x, stages_of(x, axis), false, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::min_op
