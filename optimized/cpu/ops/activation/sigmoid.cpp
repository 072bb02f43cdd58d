#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, [](auto element) { return 1 / (1 + vexp(-element)); });
}

}  // namespace

namespace kernels {
Kernel sigmoid_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
