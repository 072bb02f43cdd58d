#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, [](auto element) { return vcos(element); });
}

}  // namespace

namespace kernels {
Kernel cos_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
