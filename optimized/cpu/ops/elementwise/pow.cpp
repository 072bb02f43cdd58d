#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized::pow_op {
namespace {

bool compute(const Tensor& x, const Value& a, Tensor& result) {
  const auto exponent = as_operand(a, x.dtype());
  if (!is_floating(x.dtype()) || !exponent) return false;
  return binary(x, *exponent, result, [](auto base, auto power) { return vpow(base, power); });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::pow_op
