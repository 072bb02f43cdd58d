#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/wrapping.h"

namespace kassay::optimized::square_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary_of_any(
      x, result, traceable([](auto element) { return wrapping(element) * wrapping(element); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::square_op
