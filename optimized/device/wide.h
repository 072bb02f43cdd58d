// Numbers with twice the bits of float64, for host and device. They allow rounding as in the reference, which computes in the 64 bits of a
// long double.
#pragma once

#include "optimized/device/functions.h"

namespace kassay::optimized::device {

// high + low, where high is the nearest float64 or next to it.
struct Wide {
  double high, low;
};

KASSAY_BOTH inline Wide exact_sum(double a, double b) {
  const double sum = a + b, added = sum - a;
  return {sum, (a - (sum - added)) + (b - added)};
}
KASSAY_BOTH inline Wide exact_product(double a, double b) {
  const double product = a * b;
  return {product, multiply_add(a, b, -product)};
}
KASSAY_BOTH inline Wide add(Wide a, Wide b) {
  const Wide high = exact_sum(a.high, b.high), low = exact_sum(a.low, b.low);
  const Wide sum = exact_sum(high.high, high.low + low.high);
  return exact_sum(sum.high, sum.low + low.low);
}
KASSAY_BOTH inline Wide multiply(Wide a, Wide b) {
  const Wide product = exact_product(a.high, b.high);
  return exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
KASSAY_BOTH inline Wide negate(Wide a) { return {-a.high, -a.low}; }
KASSAY_BOTH inline Wide divide(Wide a, Wide b) {
  const double first = a.high / b.high;
  const Wide rest = add(a, negate(multiply({first, 0}, b)));
  return exact_sum(first, rest.high / b.high);
}
// Precondition: a is not negative.
KASSAY_BOTH inline Wide square_root(Wide a) {
  if (a.high == 0) return a;
  const double first = square_root(a.high);
  const Wide rest = add(a, negate(exact_product(first, first)));
  return exact_sum(first, rest.high / (2 * first));
}

// Rounds to 64 bits, ties to even.
KASSAY_BOTH inline Wide to_64_bits(Wide x) {
  if (x.high == 0) return x;
  // The last bit of a float64 of this size is the last of the 64 bits.
  const double size = ::scalbn(1.5, ::ilogb(x.high) - 63 + 52);
  return {x.high, (x.low + size) - size};
}

// The natural logarithm. Precondition: x is positive.
KASSAY_BOTH inline Wide logarithm(Wide x) {
  constexpr Wide kLogarithmOf2 = {0x1.62E42FEFA39EFp-1, 0x1.ABC9E3B39803Fp-56};
  int exponent = ::ilogb(x.high);
  if (::scalbn(x.high, -exponent) > 1.4142135623730951) ++exponent;
  const Wide m = {::scalbn(x.high, -exponent), ::scalbn(x.low, -exponent)};
  // log(m) = 2 (s + s^3 / 3 + s^5 / 5 + ...)
  const Wide s = divide(add(m, {-1, 0}), add(m, {1, 0}));
  const Wide square = multiply(s, s);
  constexpr int kTerms = 16;
  Wide sum = {0, 0};
  for (int k = kTerms; k-- > 0;) sum = add(multiply(sum, square), divide({1, 0}, {2.0 * k + 1, 0}));
  return add(multiply({2.0, 0}, multiply(s, sum)),
             multiply({static_cast<double>(exponent), 0}, kLogarithmOf2));
}

// The cosine of an angle of at most one turn.
KASSAY_BOTH inline Wide cosine(Wide x) {
  constexpr Wide kQuarter = {0x1.921FB54442D18p+0, 0x1.1A62633145C07p-54};
  const double quarters = nearest(x.high / kQuarter.high);
  const Wide rest = add(x, negate(multiply({quarters, 0}, kQuarter)));
  const Wide square = multiply(rest, rest);
  // cos(r) = 1 - r^2 / (1 * 2) (1 - r^2 / (3 * 4) (1 - ...)), sin(r) = r (1 - r^2 / (2 * 3) (1 - r^2 / (4 * 5) (1 - ...)))
  const int turned = static_cast<int>(quarters) % 4, is_sine = turned % 2;
  constexpr int kTerms = 13;
  Wide result = {1, 0};
  for (int k = kTerms; k > 0; --k) {
    const double factors = (2.0 * k - 1 + is_sine) * (2.0 * k + is_sine);
    result = add({1, 0}, negate(divide(multiply(square, result), {factors, 0})));
  }
  if (is_sine == 1) result = multiply(rest, result);
  return turned == 1 || turned == 2 ? negate(result) : result;
}

// The float64 next to x towards 0, with its last bit set unless it equals x: rounding it to float32 gives the same as rounding x.
KASSAY_BOTH inline double rounded_to_odd(Wide x) {
  const Wide sum = exact_sum(x.high, x.low);
  union {
    double number;
    unsigned long long bits;
  } odd = {sum.high};
  if (sum.low == 0) return sum.high;
  if ((sum.low < 0) == (sum.high > 0)) --odd.bits;
  odd.bits |= 1;
  return odd.number;
}
template <class T>
KASSAY_BOTH inline ComputedOf<T> narrowed_to(Wide x) {
  return Conversion<T, double>::of(rounded_to_odd(x));
}
template <>
KASSAY_BOTH inline double narrowed_to<double>(Wide x) {
  return x.high + x.low;
}

}  // namespace kassay::optimized::device
