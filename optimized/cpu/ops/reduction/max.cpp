#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::max_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  extreme(x, stages_of(x, axis), true, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::max_op
