#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::tanh_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, traceable([](auto element) { return vtanh(element); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::tanh_op
