#include "optimized/cpu/integers.h"

#include <cmath>
#include <type_traits>

#include "optimized/cpu/parallel.h"

namespace kassay::optimized {

Tensor as_integers(const Tensor& tensor) {
  if (tensor.dtype() == DType::kInt64) return tensor;
  Tensor integers = Tensor::unspecified(DType::kInt64, tensor.shape());
  with_type_of(tensor.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (std::is_integral_v<T>) {
      const T* const from = tensor.data<T>().data();
      std::int64_t* const to = integers.mutable_data<std::int64_t>().data();
      parallel_blocks(tensor.size(), kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
#pragma omp simd
        for (std::int64_t i = begin; i < end; ++i) to[i] = from[i];
      });
    }
  });
  return integers;
}

std::optional<std::int64_t> whole_element(const Tensor& tensor, std::int64_t at) {
  if (!is_floating(tensor.dtype())) return static_cast<std::int64_t>(element(tensor, at));
  // Below 2^62 the converted number compares like the original; valid lengths and labels are smaller.
  const auto number = static_cast<double>(element(tensor, at));
  if (!(std::fabs(number) < 0x1p62)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(number);
  return static_cast<double>(whole) == number ? std::optional(whole) : std::nullopt;
}

}  // namespace kassay::optimized
