#include "optimized/cpu/half.h"

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace kassay::optimized {
#ifdef __AVX512F__
namespace {

constexpr std::int64_t kHalves = 16;
// With a mask: GCC 12 takes what is left out without one for a variable that nobody has set.
constexpr __mmask16 kAll = 0xffff;

void widen_vector(const Float16* from, float* to) {
  const __m256i halves = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  _mm512_storeu_ps(to, _mm512_maskz_cvtph_ps(kAll, halves));
}
void narrow_vector(const float* from, Float16* to) {
  const __m256i halves =
      _mm512_maskz_cvtps_ph(kAll, _mm512_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), halves);
}

}  // namespace
#elif defined(__F16C__)
namespace {

constexpr std::int64_t kHalves = 8;

void widen_vector(const Float16* from, float* to) {
  const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  _mm256_storeu_ps(to, _mm256_cvtph_ps(halves));
}
void narrow_vector(const float* from, Float16* to) {
  const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from), _MM_FROUND_TO_NEAREST_INT);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), halves);
}

}  // namespace
#endif

void widen(const Float16* from, float* to, std::int64_t count) {
  std::int64_t i = 0;
#ifdef __F16C__
  for (; i + kHalves <= count; i += kHalves) widen_vector(from + i, to + i);
#endif
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

void narrow(const float* from, Float16* to, std::int64_t count) {
  std::int64_t i = 0;
#ifdef __F16C__
  for (; i + kHalves <= count; i += kHalves) narrow_vector(from + i, to + i);
#endif
  for (; i < count; ++i) to[i] = Float16(from[i]);
}

Tensor computable(const Tensor& tensor) {
  if (tensor.dtype() != DType::kFloat16) return tensor;
  Tensor wide = Tensor::unspecified(DType::kFloat32, tensor.shape());
  parallel_blocks(tensor.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
    widen(tensor.data<Float16>().data() + begin, wide.mutable_data<float>().data() + begin,
          end - begin);
  });
  return wide;
}

void round_into(const Tensor& wide, Tensor& result) {
  parallel_blocks(result.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
    narrow(wide.data<float>().data() + begin, result.mutable_data<Float16>().data() + begin,
           end - begin);
  });
}

}  // namespace kassay::optimized
