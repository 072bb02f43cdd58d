#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/operand.h"

namespace kassay::optimized::pow_op {
namespace {

// Exponents that do not need a logarithm: a product is as exact, and as correct for special values.
constexpr double kSquare = 2, kCube = 3;

bool compute(const Tensor& x, const Value& a, Tensor& result) {
  const auto exponent = as_operand(a, x.dtype());
  if (!is_floating(x.dtype()) || !exponent) return false;
  if (exponent->rank() == 0) {
    const auto power = static_cast<double>(element(*exponent, 0));
    if (power == kSquare) return unary(x, result, traceable([](auto base) { return base * base; }));
    if (power == kCube)
      return unary(x, result, traceable([](auto base) { return base * base * base; }));
  }
  return binary(x, *exponent, result,
                traceable([](auto base, auto power) { return vpow(base, power); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::pow_op
