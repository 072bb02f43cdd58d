#include "optimized/cpu/kernel.h"
#include "optimized/cpu/truth.h"

namespace kassay::optimized::any_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  reduce_truth(x, axis, false, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::any_op
