#include "optimized/cpu/half.h"

namespace kassay::optimized {

void widen(const Float16* from, float* to, std::int64_t count) {
  std::int64_t i = 0;
  for (; i + detail::kConverted <= count; i += detail::kConverted)
    detail::widen_vector(from + i, to + i);
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

void narrow(const float* from, Float16* to, std::int64_t count) {
  std::int64_t i = 0;
  for (; i + detail::kConverted <= count; i += detail::kConverted)
    detail::narrow_vector(from + i, to + i);
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
