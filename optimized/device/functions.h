// The functions that formulas consist of (optimized/formula.h), written once for the host and for a device. Every program that NVRTC
// compiles includes this file, which therefore includes nothing there.
#pragma once

#ifndef __CUDACC_RTC__
#include <cmath>

#include "spec/lib/float16.h"
#endif

#include "optimized/host_device.h"

namespace kassay::optimized::device {

// The type that integers and bool are added and multiplied in, so that overflow wraps.
template <class T>
struct Wrapping {
  using type = unsigned int;
};
template <>
struct Wrapping<float> {
  using type = float;
};
template <>
struct Wrapping<double> {
  using type = double;
};
template <>
struct Wrapping<long> {
  using type = unsigned long;
};
template <>
struct Wrapping<long long> {
  using type = unsigned long long;
};
template <class T>
using WrappingOf = typename Wrapping<T>::type;

template <class T>
KASSAY_BOTH inline T add(T a, T b) {
  return static_cast<T>(static_cast<WrappingOf<T>>(a) + static_cast<WrappingOf<T>>(b));
}
template <class T>
KASSAY_BOTH inline T subtract(T a, T b) {
  return static_cast<T>(static_cast<WrappingOf<T>>(a) - static_cast<WrappingOf<T>>(b));
}
template <class T>
KASSAY_BOTH inline T multiply(T a, T b) {
  return static_cast<T>(static_cast<WrappingOf<T>>(a) * static_cast<WrappingOf<T>>(b));
}
template <class T>
KASSAY_BOTH inline T negate(T a) {
  return static_cast<T>(-static_cast<WrappingOf<T>>(a));
}
// Only for floats, like the functions below; integers are never divided.
template <class T>
KASSAY_BOTH inline T divide(T a, T b) {
  return a / b;
}

template <class T>
KASSAY_BOTH inline T absolute(T a) {
  return a < T{0} ? negate(a) : a;
}
KASSAY_BOTH inline float absolute(float a) { return ::fabsf(a); }
KASSAY_BOTH inline double absolute(double a) { return ::fabs(a); }

template <class T>
KASSAY_BOTH inline T nearest(T a) {
  return a;
}
KASSAY_BOTH inline float nearest(float a) { return ::nearbyintf(a); }
KASSAY_BOTH inline double nearest(double a) { return ::nearbyint(a); }

KASSAY_BOTH inline float multiply_add(float a, float b, float c) { return ::fmaf(a, b, c); }
KASSAY_BOTH inline double multiply_add(double a, double b, double c) { return ::fma(a, b, c); }
KASSAY_BOTH inline float square_root(float a) { return ::sqrtf(a); }
KASSAY_BOTH inline double square_root(double a) { return ::sqrt(a); }
KASSAY_BOTH inline float exponential(float a) { return ::expf(a); }
KASSAY_BOTH inline double exponential(double a) { return ::exp(a); }
KASSAY_BOTH inline float exponential_minus_1(float a) { return ::expm1f(a); }
KASSAY_BOTH inline double exponential_minus_1(double a) { return ::expm1(a); }
KASSAY_BOTH inline float logarithm(float a) { return ::logf(a); }
KASSAY_BOTH inline double logarithm(double a) { return ::log(a); }
KASSAY_BOTH inline float logarithm_of_1_plus(float a) { return ::log1pf(a); }
KASSAY_BOTH inline double logarithm_of_1_plus(double a) { return ::log1p(a); }
KASSAY_BOTH inline float sine(float a) { return ::sinf(a); }
KASSAY_BOTH inline double sine(double a) { return ::sin(a); }
KASSAY_BOTH inline float cosine(float a) { return ::cosf(a); }
KASSAY_BOTH inline double cosine(double a) { return ::cos(a); }
KASSAY_BOTH inline float hyperbolic_tangent(float a) { return ::tanhf(a); }
KASSAY_BOTH inline double hyperbolic_tangent(double a) { return ::tanh(a); }
KASSAY_BOTH inline float power(float a, float b) { return ::powf(a, b); }
KASSAY_BOTH inline double power(double a, double b) { return ::pow(a, b); }

// Conditions. With a NaN operand they are false, except not_equal, which is true.
template <class T>
KASSAY_BOTH inline bool less(T a, T b) {
  return a < b;
}
template <class T>
KASSAY_BOTH inline bool less_equal(T a, T b) {
  return a <= b;
}
template <class T>
KASSAY_BOTH inline bool equal(T a, T b) {
  return a == b;
}
template <class T>
KASSAY_BOTH inline bool not_equal(T a, T b) {
  return a != b;
}
template <class T>
KASSAY_BOTH inline T choose(bool condition, T chosen, T otherwise) {
  return condition ? chosen : otherwise;
}

// float16, which is stored but never computed in.
struct Half {
  unsigned short bits;
};
KASSAY_BOTH inline float widened(Half half) {
#ifdef __CUDA_ARCH__
  float wide;
  asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(half.bits));
  return wide;
#else
  return static_cast<float>(Float16::from_bits(half.bits));
#endif
}
// Rounds to nearest, ties to even.
KASSAY_BOTH inline Half narrowed(float wide) {
#ifdef __CUDA_ARCH__
  Half half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(wide));
  return half;
#else
  return {Float16(static_cast<long double>(wide)).bits()};
#endif
}
// The float next to x towards 0, with its last bit set unless it equals x: rounding it to float16 gives the same as rounding x.
KASSAY_BOTH inline float rounded_to_odd(double x) {
  union {
    float number;
    unsigned int bits;
  } nearest = {static_cast<float>(x)};
  const double rounded = nearest.number;
  if (::fabs(rounded) > ::fabs(x)) --nearest.bits;
  if (rounded != x) nearest.bits |= 1;
  return nearest.number;
}

// The type for computing with an element: float for float16; bool is 0 or 1.
template <class T>
struct Computed {
  using type = T;
};
template <>
struct Computed<Half> {
  using type = float;
};
template <>
struct Computed<bool> {
  using type = unsigned char;
};
template <class T>
using ComputedOf = typename Computed<T>::type;

template <class T>
KASSAY_BOTH inline ComputedOf<T> loaded(const T* from) {
  return *from;
}
KASSAY_BOTH inline float loaded(const Half* from) { return widened(*from); }

// Rounds a computed number to the dtype; returns an element for further computation.
template <class T>
KASSAY_BOTH inline ComputedOf<T> rounded(ComputedOf<T> x) {
  return x;
}
template <>
KASSAY_BOTH inline float rounded<Half>(float x) {
  return widened(narrowed(x));
}
template <>
KASSAY_BOTH inline unsigned char rounded<bool>(unsigned char x) {
  return x != 0;
}
template <class T>
KASSAY_BOTH inline void store(T* to, ComputedOf<T> x) {
  *to = static_cast<T>(x);
}
KASSAY_BOTH inline void store(Half* to, float x) { *to = narrowed(x); }

// Conversions (spec/ops/creation/cast.yaml): to integers toward zero; values out of range wrap; NaN and infinities become 0.
template <class To>
KASSAY_BOTH inline To truncated(double x) {
  if (!(::fabs(x) <= 1.7976931348623157e308)) return To{0};
  if (::fabs(x) < 9223372036854775808.0) return static_cast<To>(static_cast<long long>(x));
  // From 2^63 on: 53 bits, then zeros.
  union {
    double number;
    unsigned long long bits;
  } magnitude = {::fabs(x)};
  constexpr unsigned long long kLeading = 1ULL << 52;
  const unsigned long long zeros = (magnitude.bits >> 52) - (1023 + 52);
  const unsigned long long whole = zeros < 64 ? (magnitude.bits % kLeading + kLeading) << zeros : 0;
  return static_cast<To>(x < 0 ? 0ULL - whole : whole);
}
template <class To, class From>
struct Conversion {
  KASSAY_BOTH static ComputedOf<To> of(From x) { return static_cast<ComputedOf<To>>(x); }
};
template <class To>
struct Conversion<To, float> {
  KASSAY_BOTH static ComputedOf<To> of(float x) { return truncated<ComputedOf<To>>(x); }
};
template <class To>
struct Conversion<To, double> {
  KASSAY_BOTH static ComputedOf<To> of(double x) { return truncated<ComputedOf<To>>(x); }
};
template <>
struct Conversion<float, float> {
  KASSAY_BOTH static float of(float x) { return x; }
};
template <>
struct Conversion<float, double> {
  KASSAY_BOTH static float of(double x) { return static_cast<float>(x); }
};
template <>
struct Conversion<double, float> {
  KASSAY_BOTH static double of(float x) { return x; }
};
template <>
struct Conversion<double, double> {
  KASSAY_BOTH static double of(double x) { return x; }
};
template <>
struct Conversion<Half, float> {
  KASSAY_BOTH static float of(float x) { return rounded<Half>(x); }
};
template <>
struct Conversion<Half, double> {
  KASSAY_BOTH static float of(double x) { return rounded<Half>(rounded_to_odd(x)); }
};
template <class From>
struct Conversion<Half, From> {  // float holds exactly every integer that does not overflow float16
  KASSAY_BOTH static float of(From x) { return rounded<Half>(static_cast<float>(x)); }
};
template <class From>
struct Conversion<bool, From> {
  KASSAY_BOTH static unsigned char of(From x) { return x != From{0}; }
};
template <>
struct Conversion<bool, float> {
  KASSAY_BOTH static unsigned char of(float x) { return x != 0; }
};
template <>
struct Conversion<bool, double> {
  KASSAY_BOTH static unsigned char of(double x) { return x != 0; }
};

}  // namespace kassay::optimized::device
