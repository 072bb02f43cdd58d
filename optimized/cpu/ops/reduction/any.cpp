#include "optimized/cpu/kernel.h"
#include "optimized/cpu/truth.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  return reduce_truth(x, axis, false, result);
}

}  // namespace

namespace kernels {
Kernel any_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
