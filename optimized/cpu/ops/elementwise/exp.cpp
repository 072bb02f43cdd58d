#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, [](auto element) { return vexp(element); });
}

}  // namespace

namespace kernels {
Kernel exp_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
