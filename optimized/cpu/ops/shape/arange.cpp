#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>

#include "optimized/cpu/certain_rounding.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/parallel.h"
#include "reference/arrays/array.h"

namespace kassay::optimized::arange_op {
namespace {

using reference::Real;

// Below this, sums and products of integers are exact in an int64.
constexpr double kWhole = 0x1p31;

bool is_small_and_whole(double number) {
  return std::fabs(number) < kWhole && number == std::trunc(number);
}

template <class T>
void count_up(std::int64_t start, std::int64_t step, T* to, std::int64_t count) {
  parallel_blocks(count, kBlock, 1, [&](std::int64_t begin, std::int64_t end) {
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) to[i] = static_cast<T>(start + i * step);
  });
}

template <class T>
void count_by(double start, double step, T* to, std::int64_t count) {
  constexpr double kError = 0x1p-50;
  parallel_blocks(count, kRoundedTogether, 1, [&](std::int64_t begin, std::int64_t end) {
    std::array<double, kRoundedTogether> values{}, errors{};
    std::array<bool, kRoundedTogether> doubtful;
#pragma omp simd
    for (std::int64_t i = 0; i < end - begin; ++i) {
      const double way = static_cast<double>(begin + i) * step;
      values[static_cast<std::size_t>(i)] = start + way;
      errors[static_cast<std::size_t>(i)] = (std::fabs(start) + std::fabs(way)) * kError;
    }
    round_certainly(values.data(), errors.data(), end - begin, to + begin, doubtful.data(),
                    [&](std::int64_t i) -> Real {
                      return static_cast<Real>(start) +
                             static_cast<Real>(begin + i) * static_cast<Real>(step);
                    });
  });
}

bool compute(double start, const std::optional<double>& stop, double step, const Value& /*dtype*/,
             Tensor& result) {
  const double first = stop ? start : 0;
  const bool whole = is_small_and_whole(first) && is_small_and_whole(step) &&
                     result.size() < (std::int64_t{1} << 31);
  if (!whole && !is_floating(result.dtype())) return false;
  with_type_of(result.dtype(), [&](auto sample) {
    using T = decltype(sample);
    T* const to = result.mutable_data<T>().data();
    if constexpr (!std::is_same_v<T, Float16>) {
      if (whole) {
        return count_up(static_cast<std::int64_t>(first), static_cast<std::int64_t>(step), to,
                        result.size());
      }
    }
    if constexpr (!std::is_integral_v<T>) count_by(first, step, to, result.size());
  });
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::arange_op
