#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::pow_op {
namespace {

constexpr Real kLargestFactorCount = 64;

// pow.broadcast, pow.shapes, pow.dtype; the exponent is a number or a tensor: pow.float-exponent,
// pow.tensor-exponent
TensorType infer(const TensorType& x, const Operand& a) { return broadcast_type(x, a); }

// pow.value, pow.negative-exponent, pow.zero-exponent. A product of few factors is exact whenever the result is an integer, which std::pow
// does not guarantee.
Real product_of(Real x, Real count) {
  Real product = 1;
  for (Real factor = 0; factor < std::fabs(count); ++factor) product *= x;
  return count < 0 ? 1 / product : product;
}

// pow.special: std::pow follows IEEE 754
Real power(Real x, Real a) {
  const bool few_factors = std::fabs(a) <= kLargestFactorCount && a == std::trunc(a);
  return few_factors ? product_of(x, a) : std::pow(x, a);
}

Array compute(const Tensor& x, const Array& a) {
  return map(widen(x), a, [integers = is_integer(x.dtype())](Real base, Real exponent) {
    // pow.integer-reciprocal
    if (integers && exponent < 0) {
      throw ApiError(ErrorKind::kValue, "a negative power of an integer is not an integer");
    }
    return power(base, exponent);
  });
}

// gradients.power
Gradients gradient(const Expression& x, const Value& a, const Expression& y, const Expression& g) {
  if (const Symbol exponent = symbol_of(a)) {
    const Expression e(x.session(), a);
    // Where the power is 0 it stays 0 for other exponents, whatever the logarithm is.
    const Expression zero = filled_like(y, 0);
    const Expression of_exponent = select(apply("equal", y, 0.0), zero, y * apply("log", x));
    return {g * (e * apply("pow", x, e - 1)), g * of_exponent};
  }
  double exponent = 0;
  unpack(a, "a", exponent);
  if (exponent == 0) return {filled_like(x, 0)};
  return {g * (exponent * apply("pow", x, exponent - 1))};
}

}  // namespace

Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::pow_op
