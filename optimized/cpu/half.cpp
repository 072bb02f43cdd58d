#include "optimized/cpu/half.h"

#ifdef __F16C__
#include <immintrin.h>
#endif

namespace kassay::optimized {
namespace {

#ifdef __F16C__
constexpr std::int64_t kLanes = 8;
#endif

}  // namespace

void widen(const Float16* from, float* to, std::int64_t count) {
  std::int64_t i = 0;
#ifdef __F16C__
  for (; i + kLanes <= count; i += kLanes) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
  }
#endif
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

void narrow(const float* from, Float16* to, std::int64_t count) {
  std::int64_t i = 0;
#ifdef __F16C__
  for (; i + kLanes <= count; i += kLanes) {
    const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), halves);
  }
#endif
  for (; i < count; ++i) to[i] = Float16(from[i]);
}

Tensor computable(const Tensor& tensor) {
  if (tensor.dtype() != DType::kFloat16) return tensor;
  Tensor wide(DType::kFloat32, tensor.shape());
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
