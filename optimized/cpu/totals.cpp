#include "optimized/cpu/totals.h"

#include <algorithm>
#include <array>

#include "optimized/notes.h"

namespace kassay::optimized {
namespace {

// The most results: each task of a chain has separate sums for them.
constexpr std::int64_t kMostResults = 1024;

// Bound by conversion to float64 if the elements are in the first-level cache.
template <class T>
void add_columns(const T* elements, std::int64_t first, std::int64_t count, std::int64_t width,
                 double* sums) {
  constexpr std::int64_t kRows = 4;
  std::array<detail::Computed<T>, kLongestRun> room;
  const auto* const x = detail::computed(elements, count, room.data());
  if (width == 1) {
    *sums += detail::reduce_run(x, count, 0.0, Sum{});
    return;
  }
  std::int64_t column = first % width;
  for (std::int64_t i = 0; i < count;) {
    if (column == 0 && count - i >= kRows * width) {
      detail::combine_rows<kRows>(x + i, width, width, nullptr, Sum{}, sums);
      i += kRows * width;
    } else {
      const std::int64_t of_row = std::min(width - column, count - i);
      detail::combine_rows<1>(x + i, width, of_row, nullptr, Sum{}, sums + column);
      i += of_row;
      column = 0;
    }
  }
}

}  // namespace

bool note_total(const Tensor& x, const Stages& stages, double divisor) {
  const Split& split = stages.front();
  if (!is_floating(x.dtype()) || stages.size() != 1 || split.outer != 1 ||
      split.inner > kMostResults)
    return false;
  const std::int64_t width = split.inner;
  Total total;
  total.results = static_cast<std::size_t>(width);
  total.store = [width, divisor](const double* sums, Tensor& result) {
    std::vector<double> numbers(sums, sums + width);
    for (double& number : numbers) number /= divisor;
    store(numbers, result);
  };
  with_type_of(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    total.add = [width](const std::byte* elements, std::int64_t first, std::int64_t count,
                        double* sums) {
      add_columns(reinterpret_cast<const T*>(elements), first, count, width, sums);
    };
  });
  note(std::move(total));
  return true;
}

}  // namespace kassay::optimized
