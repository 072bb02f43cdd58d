#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::round_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary_of_any(x, result, traceable([](auto element) { return nearest(element); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::round_op
