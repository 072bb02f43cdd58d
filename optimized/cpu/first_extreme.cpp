#include "optimized/cpu/first_extreme.h"

#include <algorithm>
#include <type_traits>

#include "optimized/cpu/reduction.h"

namespace kassay::optimized {
namespace {

// Compares whole blocks at once, and searches only the block that holds the element.
constexpr std::int64_t kSearchBlock = 64;

// The position of the first element that `matches`. Precondition: there is one.
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
    // The extreme is NaN if the row contains one.
    result.mutable_data<std::int64_t>()[static_cast<std::size_t>(row)] =
        sought == sought
            ? first_match(begin, length, [sought](T element) { return element == sought; })
            : first_match(begin, length, [](T element) { return element != element; });
  });
}

// Columns: a block of them is searched row by row.
template <class T>
void find_first_in_columns(const Tensor& x, const Split& split, bool largest, Tensor& result) {
  constexpr std::int64_t kWidth = 256;
  const std::int64_t columns = (split.inner + kWidth - 1) / kWidth;
  std::int64_t* const results = result.mutable_data<std::int64_t>().data();
  const auto search = [&](std::int64_t begin, std::int64_t /*end*/) {
    const std::int64_t outer = begin / columns, first = begin % columns * kWidth;
    const std::int64_t width = std::min(kWidth, split.inner - first);
    const T* const top = x.data<T>().data() + outer * split.length * split.inner + first;
    std::int64_t* const places = results + outer * split.inner + first;
    std::array<T, kWidth> best;
    std::copy(top, top + width, best.begin());
    std::fill(places, places + width, 0);
    for (std::int64_t row = 1; row < split.length; ++row) {
      const T* const line = top + row * split.inner;
#pragma omp simd
      for (std::int64_t i = 0; i < width; ++i) {
        T& held = best[static_cast<std::size_t>(i)];
        // The first NaN wins and stays.
        const bool beyond = largest ? line[i] > held : line[i] < held;
        const bool better = beyond || (line[i] != line[i] && held == held);
        held = better ? line[i] : held;
        places[i] = better ? row : places[i];
      }
    }
  };
  parallel_blocks(split.outer * columns, 1, split.length * std::min(kWidth, split.inner), search);
}

}  // namespace

bool first_extreme(const Tensor& x, std::int64_t axis, bool largest, Tensor& result) {
  if (x.dtype() == DType::kFloat16) return false;
  const Split split = stages_of(x.shape(), {axis}).front();
  if (result.size() == 0) return true;
  with_computable_type(x.dtype(), [&](auto sample) {
    // A bool is stored as the byte 0 or 1.
    using T =
        std::conditional_t<std::is_same_v<decltype(sample), bool>, std::uint8_t, decltype(sample)>;
    if (split.inner == 1) {
      Tensor extremes = Tensor::unspecified(x.dtype(), result.shape());
      extreme(x, {{split}}, largest, extremes);
      find_first<T>(x, extremes, split.length, result);
    } else {
      find_first_in_columns<T>(x, split, largest, result);
    }
  });
  return true;
}

}  // namespace kassay::optimized
