#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::sigmoid_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, traceable([](auto element) { return 1 / (1 + vexp(-element)); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sigmoid_op
