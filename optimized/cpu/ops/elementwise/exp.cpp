#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::exp_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, traceable([](auto element) { return vexp(element); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::exp_op
