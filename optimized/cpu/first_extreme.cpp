#include "optimized/cpu/first_extreme.h"

#include <algorithm>
#include <type_traits>

#include "optimized/cpu/reduction.h"

namespace kassay::optimized {

bool first_extreme(const Tensor& x, std::int64_t axis, bool largest, Tensor& result) {
  if (axis != x.rank() - 1 || x.dtype() == DType::kFloat16 || x.dtype() == DType::kBool)
    return false;
  const std::int64_t length = x.shape().back();
  const Split rows{result.size(), length, 1};
  Tensor extremes(x.dtype(), result.shape());
  extreme(x, rows, largest, extremes);
  with_type_of(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (!std::is_same_v<T, Float16> && !std::is_same_v<T, bool>) {
      parallel_blocks(rows.outer, 1, length, [&](std::int64_t row, std::int64_t /*end*/) {
        const T* const begin = x.data<T>().data() + row * length;
        const T sought = extremes.data<T>()[static_cast<std::size_t>(row)];
        const T* const found = std::find_if(begin, begin + length, [sought](T element) {
          return element == sought || element != element;
        });
        result.mutable_data<std::int64_t>()[static_cast<std::size_t>(row)] = found - begin;
      });
    }
  });
  return true;
}

}  // namespace kassay::optimized
