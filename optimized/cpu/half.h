// float16, which is stored but never computed in: a float32 kernel passed to `compute_wide` or `loop_wide` supports it, too.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "optimized/cpu/parallel.h"
#include "spec/lib/tensor.h"

#if defined(__F16C__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace kassay::optimized {

void widen(const Float16* from, float* to, std::int64_t count);
void narrow(const float* from, Float16* to, std::int64_t count);  // to nearest, ties to even

// The float32 next to x towards 0, with its last bit set unless it equals x. Rounding it to float16 gives the same as rounding x.
inline float rounded_to_odd(double x) {
  const auto nearest = static_cast<float>(x);
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  bits -= std::fabs(static_cast<double>(nearest)) > std::fabs(x) ? 1 : 0;
  bits |= static_cast<double>(nearest) != x ? 1 : 0;
  return std::bit_cast<float>(bits);
}

// A float32 copy of a float16 tensor; any other tensor itself.
Tensor computable(const Tensor& tensor);
// Rounds the elements of a float32 tensor to float16.
void round_into(const Tensor& wide, Tensor& result);

// Calls kernel(inputs..., result) with float32 instead of float16, and rounds its result once.
template <class Kernel, class... Inputs>
void compute_wide(Tensor& result, Kernel&& kernel, const Inputs&... inputs) {
  if (result.dtype() != DType::kFloat16) {
    kernel(computable(inputs)..., result);
    return;
  }
  Tensor wide = Tensor::unspecified(DType::kFloat32, result.shape());
  kernel(computable(inputs)..., wide);
  round_into(wide, result);
}

namespace detail {

// Elements computed at a time: few enough to stay in registers.
inline constexpr std::int64_t kHalves = 32;
using Halves = std::array<float, kHalves>;

#if defined(__AVX512F__)
// With a mask: otherwise GCC 12 takes the omitted operand for an uninitialized variable.
inline constexpr __mmask16 kAll = 0xffff;
inline constexpr std::int64_t kConverted = 16;
inline void widen_vector(const Float16* from, float* to) {
  const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  _mm512_storeu_ps(to, _mm512_maskz_cvtph_ps(kAll, halves));
}
inline void narrow_vector(const float* from, Float16* to) {
  const __m256i halves =
      _mm512_maskz_cvtps_ph(kAll, _mm512_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), halves);
}
#elif defined(__F16C__)
inline constexpr std::int64_t kConverted = 8;
inline void widen_vector(const Float16* from, float* to) {
  const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  _mm256_storeu_ps(to, _mm256_cvtph_ps(halves));
}
inline void narrow_vector(const float* from, Float16* to) {
  const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), halves);
}
#elif defined(__ARM_NEON)
inline constexpr std::int64_t kConverted = 4;
inline void widen_vector(const Float16* from, float* to) {
  const uint16x4_t halves = vld1_u16(reinterpret_cast<const std::uint16_t*>(from));
  vst1q_f32(to, vcvt_f32_f16(vreinterpret_f16_u16(halves)));
}
inline void narrow_vector(const float* from, Float16* to) {
  const uint16x4_t halves = vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(from)));
  vst1_u16(reinterpret_cast<std::uint16_t*>(to), halves);
}
#else
inline constexpr std::int64_t kConverted = 1;
inline void widen_vector(const Float16* from, float* to) { *to = static_cast<float>(*from); }
inline void narrow_vector(const float* from, Float16* to) { *to = Float16(*from); }
#endif

// Calls visit(i, n) for parts of n elements from i on; n is a compile-time constant for all parts but the last.
template <class Visit>
void for_parts(std::int64_t count, Visit&& visit) {
  std::int64_t i = 0;
  for (; i + kHalves <= count; i += kHalves)
    visit(i, std::integral_constant<std::int64_t, kHalves>());
  if (i < count) visit(i, count - i);
}

template <class Count>
void read_part(const Float16* x, Count count, Halves& wide) {
  if constexpr (std::is_same_v<Count, std::int64_t>) {
    widen(x, wide.data(), count);
  } else {
    for (std::int64_t i = 0; i < kHalves; i += kConverted) widen_vector(x + i, wide.data() + i);
  }
}

// Calls make(to), which computes the part, and rounds the result if it is float16.
template <class Z, class Count, class Make>
void write_part(Z* z, Count count, Make&& make) {
  if constexpr (!std::is_same_v<Z, Float16>) {
    make(z);
  } else {
    Halves wide;
    make(wide.data());
    if constexpr (std::is_same_v<Count, std::int64_t>) {
      narrow(wide.data(), z, count);
    } else {
      for (std::int64_t i = 0; i < kHalves; i += kConverted) narrow_vector(wide.data() + i, z + i);
    }
  }
}

}  // namespace detail

// Calls loop(x, z, n), which computes z[i] from x[i], for all elements: float16 in parts. Z is T or bool.
template <class T, class Z, class Loop>
void loop_wide(const T* x, Z* z, std::int64_t count, Loop&& loop) {
  if constexpr (!std::is_same_v<T, Float16>) {
    loop(x, z, count);
  } else {
    detail::for_parts(count, [&](std::int64_t i, auto n) {
      detail::Halves wide;
      detail::read_part(x + i, n, wide);
      detail::write_part(z + i, n, [&](auto* to) { loop(wide.data(), to, n); });
    });
  }
}
// The same for loop(x, y, z, n).
template <class Z, class Loop>
void loop_wide(const Float16* x, const Float16* y, Z* z, std::int64_t count, Loop&& loop) {
  detail::for_parts(count, [&](std::int64_t i, auto n) {
    detail::Halves wide_x, wide_y;
    detail::read_part(x + i, n, wide_x);
    detail::read_part(y + i, n, wide_y);
    detail::write_part(z + i, n, [&](auto* to) { loop(wide_x.data(), wide_y.data(), to, n); });
  });
}

// Calls visit(T{}), where T is the C++ type to compute a dtype in; not for float16.
template <class Visit>
void with_computable_type(DType dtype, Visit&& visit) {
  with_type_of(dtype, [&](auto sample) {
    if constexpr (!std::is_same_v<decltype(sample), Float16>) visit(sample);
  });
}
// The same for integers and bool only.
template <class Visit>
void with_integral_type(DType dtype, Visit&& visit) {
  with_type_of(dtype, [&](auto sample) {
    if constexpr (std::is_integral_v<decltype(sample)>) visit(sample);
  });
}
// The same for float32 and float64 only.
template <class Visit>
void with_float_type(DType dtype, Visit&& visit) {
  if (dtype == DType::kFloat32) {
    visit(float{});
  } else {
    visit(double{});
  }
}

}  // namespace kassay::optimized
