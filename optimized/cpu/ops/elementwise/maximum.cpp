#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized::maximum_op {
namespace {

bool compute(const Tensor& x, const Value& y, Tensor& result) {
  const auto other = as_bound(y, x.dtype());
  // NaN on either side wins: every comparison with it is false.
  return other && binary_of_any(x, *other, result, traceable([](auto a, auto b) {
                                  return choose(a > b, a, choose(a != a, a, b));
                                }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::maximum_op
