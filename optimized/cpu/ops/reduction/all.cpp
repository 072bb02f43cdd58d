#include "optimized/cpu/kernel.h"
#include "optimized/cpu/truth.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  return reduce_truth(x, axis, true, result);
}

}  // namespace

namespace kernels {
Kernel all_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
