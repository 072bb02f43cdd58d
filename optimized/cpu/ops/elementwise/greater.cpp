#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized {
namespace {

bool compute(const Tensor& x, const Tensor& y, Tensor& result) {
  return comparison(x, y, result, [](auto a, auto b) { return a > b; });
}

}  // namespace

namespace kernels {
Kernel greater_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::optimized
