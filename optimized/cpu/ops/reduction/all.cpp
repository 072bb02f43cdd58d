#include "optimized/cpu/kernel.h"
#include "optimized/cpu/truth.h"

namespace kassay::optimized::all_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  reduce_truth(x, axis, true, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::all_op
