#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized::less_op {
namespace {

bool compute(const Tensor& x, const Value& y, Tensor& result) {
  const auto other = as_compared(y, x.dtype(), Neighbour::kAbove);
  return other && comparison(x, *other, result, traceable([](auto a, auto b) { return a < b; }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::less_op
