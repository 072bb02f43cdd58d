#include "optimized/cpu/first_extreme.h"

#include <algorithm>
#include <type_traits>

#include "optimized/cpu/reduction.h"

namespace kassay::optimized {
namespace {

// Compares whole blocks at once, and searches only the block that holds the element.
constexpr std::int64_t kSearchBlock = 64;

// The position of the first element for which `matches` holds; one exists.
template <class T, class Matches>
std::int64_t first_match(const T* x, std::int64_t length, Matches matches) {
  std::int64_t begin = 0;
  for (; begin + kSearchBlock <= length; begin += kSearchBlock) {
    int found = 0;
#pragma omp simd reduction(| : found)
    for (std::int64_t i = 0; i < kSearchBlock; ++i)
      found |= static_cast<int>(matches(x[begin + i]));
    if (found != 0) break;
  }
  return std::find_if(x + begin, x + length, matches) - x;
}

template <class T>
void find_first(const Tensor& x, const Tensor& extremes, std::int64_t length, Tensor& result) {
  parallel_blocks(extremes.size(), 1, length, [&](std::int64_t row, std::int64_t /*end*/) {
    const T* const begin = x.data<T>().data() + row * length;
    const T sought = extremes.data<T>()[static_cast<std::size_t>(row)];
    // The extreme is NaN where the row holds one.
    result.mutable_data<std::int64_t>()[static_cast<std::size_t>(row)] =
        sought == sought
            ? first_match(begin, length, [sought](T element) { return element == sought; })
            : first_match(begin, length, [](T element) { return element != element; });
  });
}

}  // namespace

bool first_extreme(const Tensor& x, std::int64_t axis, bool largest, Tensor& result) {
  if (axis != x.rank() - 1 || x.dtype() == DType::kFloat16 || x.dtype() == DType::kBool)
    return false;
  const std::int64_t length = x.shape().back();
  Tensor extremes(x.dtype(), result.shape());
  extreme(x, {result.size(), length, 1}, largest, extremes);
  with_computable_type(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    if constexpr (!std::is_same_v<T, bool>) find_first<T>(x, extremes, length, result);
  });
  return true;
}

}  // namespace kassay::optimized
