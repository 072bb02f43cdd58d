// The functions of <cmath> in glibc's vector library, declared so that loops over them are vectorised.
//
// glibc makes these declarations only under -ffast-math, which this project never uses: it would change the treatment of NaN and
// infinities. libmvec itself handles special values correctly and is within four units in the last place.
#pragma once

#include <cmath>

// For 64-bit Arm, glibc has them only since 2.40, newer than in Debian 12.
#ifdef __x86_64__
#define KASSAY_VECTOR_FUNCTION __attribute__((simd("notinbranch")))
#else
#define KASSAY_VECTOR_FUNCTION
#endif
extern "C" {
KASSAY_VECTOR_FUNCTION float expf(float) noexcept;
KASSAY_VECTOR_FUNCTION double exp(double) noexcept;
KASSAY_VECTOR_FUNCTION float logf(float) noexcept;
KASSAY_VECTOR_FUNCTION double log(double) noexcept;
KASSAY_VECTOR_FUNCTION float sinf(float) noexcept;
KASSAY_VECTOR_FUNCTION double sin(double) noexcept;
KASSAY_VECTOR_FUNCTION float cosf(float) noexcept;
KASSAY_VECTOR_FUNCTION double cos(double) noexcept;
KASSAY_VECTOR_FUNCTION float tanhf(float) noexcept;
KASSAY_VECTOR_FUNCTION double tanh(double) noexcept;
KASSAY_VECTOR_FUNCTION float expm1f(float) noexcept;
KASSAY_VECTOR_FUNCTION double expm1(double) noexcept;
KASSAY_VECTOR_FUNCTION float log1pf(float) noexcept;
KASSAY_VECTOR_FUNCTION double log1p(double) noexcept;
KASSAY_VECTOR_FUNCTION float powf(float, float) noexcept;
KASSAY_VECTOR_FUNCTION double pow(double, double) noexcept;
}
#undef KASSAY_VECTOR_FUNCTION

namespace kassay::optimized {

inline float vexp(float x) { return ::expf(x); }
inline double vexp(double x) { return ::exp(x); }
inline float vlog(float x) { return ::logf(x); }
inline double vlog(double x) { return ::log(x); }
inline float vsin(float x) { return ::sinf(x); }
inline double vsin(double x) { return ::sin(x); }
inline float vcos(float x) { return ::cosf(x); }
inline double vcos(double x) { return ::cos(x); }
inline float vtanh(float x) { return ::tanhf(x); }
inline double vtanh(double x) { return ::tanh(x); }
inline float vexpm1(float x) { return ::expm1f(x); }
inline double vexpm1(double x) { return ::expm1(x); }
inline float vlog1p(float x) { return ::log1pf(x); }
inline double vlog1p(double x) { return ::log1p(x); }
inline float vpow(float x, float y) { return ::powf(x, y); }
inline double vpow(double x, double y) { return ::pow(x, y); }

}  // namespace kassay::optimized
