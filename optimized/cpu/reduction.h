// Reductions along any axes: vectorised in lanes, on all cores, in an order that does not depend on the number of threads.
//
// Their operations are structs of accumulators.h.
//
// Large reductions are bound by one read.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "optimized/cpu/accumulators.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/stages.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Turns numbers for each result into those for each result of the first stage.
std::vector<double> spread_over_first_stage(const Stages& stages, const double* numbers);

namespace detail {

inline constexpr std::int64_t kLanes = 16;
// Lanes for long runs, so that additions wait for each other less.
inline constexpr std::int64_t kManyLanes = 64;
inline constexpr std::int64_t kReductionBlock = 4096;

// The type to compute with instead of T.
template <class T>
using Computed = std::conditional_t<std::is_same_v<T, Float16>, float, T>;

// `count` elements to compute with: the elements themselves, or float16 converted to float32 in `room`.
template <class T>
const T* computed(const T* x, std::int64_t /*count*/, T* /*room*/) {
  return x;
}
inline const float* computed(const Float16* x, std::int64_t count, float* room) {
  widen(x, room, count);
  return room;
}

template <class Reduction, class T>
inline constexpr bool kHasShift = requires(const Reduction reduction,
                                           typename Reduction::Accumulator a, T element) {
  reduction.combine(a, element, 0.0);
};

// Adds one more element, whose result has that shift.
template <class T, class Reduction>
typename Reduction::Accumulator combined(const Reduction& reduction,
                                         typename Reduction::Accumulator a, T element,
                                         [[maybe_unused]] double shift) {
  if constexpr (kHasShift<Reduction, T>) {
    return reduction.combine(a, element, shift);
  } else {
    return reduction.combine(a, element);
  }
}

template <class Reduction>
auto merging(const Reduction& reduction) {
  if constexpr (requires { reduction.merging(); }) {
    return reduction.merging();
  } else {
    return reduction;
  }
}

template <std::int64_t kCount, class Reduction>
typename Reduction::Accumulator merged_lanes(
    std::array<typename Reduction::Accumulator, kCount>& lanes, const Reduction& reduction) {
  for (std::int64_t half = kCount / 2; half > 0; half /= 2) {
#pragma omp simd
    for (std::int64_t lane = 0; lane < half; ++lane) {
      auto& left = lanes[static_cast<std::size_t>(lane)];
      left = merging(reduction).combine(left, lanes[static_cast<std::size_t>(lane + half)]);
    }
  }
  return lanes[0];
}

template <std::int64_t kCount, class T, class Reduction>
typename Reduction::Accumulator reduce_in_lanes(const T* x, std::int64_t count, double shift,
                                                const Reduction& reduction) {
  std::array<typename Reduction::Accumulator, kCount> lanes;
  lanes.fill(reduction.identity);
  std::int64_t i = 0;
  for (; i + kCount <= count; i += kCount) {
#pragma omp simd
    for (std::int64_t lane = 0; lane < kCount; ++lane) {
      lanes[static_cast<std::size_t>(lane)] =
          combined(reduction, lanes[static_cast<std::size_t>(lane)], x[i + lane], shift);
    }
  }
  for (std::int64_t lane = 0; i < count; ++i, ++lane) {
    auto& held = lanes[static_cast<std::size_t>(lane)];
    held = combined(reduction, held, x[i], shift);
  }
  return merged_lanes<kCount>(lanes, reduction);
}

// `count` consecutive elements.
template <class T, class Reduction>
typename Reduction::Accumulator reduce_run(const T* x, std::int64_t count, double shift,
                                           const Reduction& reduction) {
  constexpr std::int64_t kLong = 4 * kManyLanes;
  if (count >= kLong) return reduce_in_lanes<kManyLanes>(x, count, shift, reduction);
  return reduce_in_lanes<kLanes>(x, count, shift, reduction);
}

inline constexpr std::int64_t kShortLine = 48;

// `count` rows of `length` consecutive elements; short rows side by side in the lanes.
template <class T, class Reduction>
void reduce_lines(const T* x, std::int64_t count, std::int64_t length, const double* shifts,
                  const Reduction& reduction, typename Reduction::Accumulator* results) {
  if (length >= kShortLine) {
    for (std::int64_t row = 0; row < count; ++row) {
      results[row] =
          reduce_run(x + row * length, length, shifts == nullptr ? 0.0 : shifts[row], reduction);
    }
    return;
  }
  std::fill(results, results + count, reduction.identity);
  for (std::int64_t i = 0; i < length; ++i) {
    if (!kHasShift<Reduction, T> || shifts == nullptr) {
#pragma omp simd
      for (std::int64_t row = 0; row < count; ++row)
        results[row] = combined(reduction, results[row], x[row * length + i], 0.0);
    } else {
#pragma omp simd
      for (std::int64_t row = 0; row < count; ++row)
        results[row] = combined(reduction, results[row], x[row * length + i], shifts[row]);
    }
  }
}

// Contiguous rows: each row gives one result.
template <class T, class Reduction>
void reduce_rows(const T* x, const Split& split, const double* shifts, const Reduction& reduction,
                 std::vector<typename Reduction::Accumulator>& results) {
  if (split.length <= kReductionBlock) {
    parallel_blocks(split.outer, kReductionBlock / split.length, split.length,
                    [&](std::int64_t begin, std::int64_t end) {
                      std::array<Computed<T>, kReductionBlock> room;
                      const auto* const lines = computed(x + begin * split.length,
                                                         (end - begin) * split.length, room.data());
                      reduce_lines(lines, end - begin, split.length,
                                   shifts == nullptr ? nullptr : shifts + begin, reduction,
                                   results.data() + begin);
                    });
    return;
  }
  const std::int64_t blocks = (split.length + kReductionBlock - 1) / kReductionBlock;
  std::vector<typename Reduction::Accumulator> partial(
      static_cast<std::size_t>(split.outer * blocks));
  parallel_blocks(
      split.outer * blocks, 1, kReductionBlock, [&](std::int64_t begin, std::int64_t /*end*/) {
        const std::int64_t row = begin / blocks;
        const std::int64_t from = (begin % blocks) * kReductionBlock;
        const std::int64_t count = std::min(kReductionBlock, split.length - from);
        std::array<Computed<T>, kReductionBlock> room;
        const auto* const run = computed(x + row * split.length + from, count, room.data());
        partial[static_cast<std::size_t>(begin)] =
            reduce_run(run, count, shifts == nullptr ? 0.0 : shifts[row], reduction);
      });
  for (std::int64_t i = 0; i < split.outer * blocks; ++i) {
    auto& result = results[static_cast<std::size_t>(i / blocks)];
    result = merging(reduction).combine(result, partial[static_cast<std::size_t>(i)]);
  }
}

// Adds one element of each of `kRows` rows, which are `inner` elements apart, to each of `count` results. Several rows at once, because
// loading and storing wide results costs more than adding to them.
template <std::int64_t kRows, class T, class Reduction>
void combine_rows(const T* x, std::int64_t inner, std::int64_t count, const double* shifts,
                  const Reduction& reduction, typename Reduction::Accumulator* results) {
  const auto combine_all = [&](auto shift_of) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) {
      const double shift = shift_of(i);
      auto result = results[i];
      for (std::int64_t row = 0; row < kRows; ++row)
        result = combined(reduction, result, x[row * inner + i], shift);
      results[i] = result;
    }
  };
  if constexpr (kHasShift<Reduction, T>) {
    if (shifts != nullptr) return combine_all([=](std::int64_t i) { return shifts[i]; });
  }
  combine_all([](std::int64_t) { return 0.0; });
}

// Rows added to each other: one block of columns at a time, which stays in the cache.
template <class T, class Reduction>
void reduce_columns(const T* x, const Split& split, const double* shifts,
                    const Reduction& reduction,
                    std::vector<typename Reduction::Accumulator>& results) {
  constexpr std::int64_t kRowsAtOnce = 4, kWidest = 512;
  const std::int64_t width = std::min(split.inner, kWidest);
  const std::int64_t columns = (split.inner + width - 1) / width;
  const std::int64_t height = std::max<std::int64_t>(1, 16 * kReductionBlock / width);
  const std::int64_t heights = (split.length + height - 1) / height;
  const std::int64_t tiles = split.outer * heights;
  std::vector<typename Reduction::Accumulator> partial(
      static_cast<std::size_t>(tiles * split.inner), reduction.identity);
  const auto reduce_tile = [&](std::int64_t begin, std::int64_t /*end*/) {
    const std::int64_t tile = begin / columns;
    const std::int64_t first = (begin % columns) * width;
    const std::int64_t outer = tile / heights;
    const std::int64_t top = (tile % heights) * height;
    const std::int64_t bottom = std::min(split.length, top + height);
    const std::int64_t count = std::min(width, split.inner - first);
    auto* const sums = partial.data() + tile * split.inner + first;
    const double* const shift = shifts == nullptr ? nullptr : shifts + outer * split.inner + first;
    const T* const line = x + outer * split.length * split.inner + first;
    std::array<Computed<T>, kRowsAtOnce * kWidest> room;
    std::int64_t row = top;
    for (; row + kRowsAtOnce <= bottom; row += kRowsAtOnce) {
      const T* const rows = line + row * split.inner;
      if constexpr (std::is_same_v<T, Float16>) {
        for (std::int64_t i = 0; i < kRowsAtOnce; ++i)
          widen(rows + i * split.inner, room.data() + i * kWidest, count);
        combine_rows<kRowsAtOnce>(room.data(), kWidest, count, shift, reduction, sums);
      } else {
        combine_rows<kRowsAtOnce>(rows, split.inner, count, shift, reduction, sums);
      }
    }
    for (; row < bottom; ++row) {
      const auto* const one = computed(line + row * split.inner, count, room.data());
      combine_rows<1>(one, split.inner, count, shift, reduction, sums);
    }
  };
  parallel_blocks(tiles * columns, 1, width * std::min(height, split.length), reduce_tile);
  for (std::int64_t tile = 0; tile < tiles; ++tile) {
    for (std::int64_t i = 0; i < split.inner; ++i) {
      auto& result = results[static_cast<std::size_t>((tile / heights) * split.inner + i)];
      result = merging(reduction).combine(
          result, partial[static_cast<std::size_t>(tile * split.inner + i)]);
    }
  }
}

}  // namespace detail

// One accumulator per result. `shifts` has one number per result, or is null.
template <class T, class Reduction>
std::vector<typename Reduction::Accumulator> reduce(const T* x, const Split& split,
                                                    const double* shifts,
                                                    const Reduction& reduction) {
  std::vector<typename Reduction::Accumulator> results(static_cast<std::size_t>(split.results()),
                                                       reduction.identity);
  if (split.results() == 0 || split.length == 0) return results;
  if (split.inner == 1) {
    detail::reduce_rows(x, split, shifts, reduction, results);
  } else {
    detail::reduce_columns(x, split, shifts, reduction, results);
  }
  return results;
}

// The same for any axes.
template <class T, class Reduction>
std::vector<typename Reduction::Accumulator> reduce(const T* x, const Stages& stages,
                                                    const double* shifts,
                                                    const Reduction& reduction) {
  const bool spread = shifts != nullptr && stages.size() > 1;
  const auto first_shifts =
      spread ? spread_over_first_stage(stages, shifts) : std::vector<double>{};
  auto results = reduce(x, stages.front(), spread ? first_shifts.data() : shifts, reduction);
  for (std::size_t stage = 1; stage < stages.size(); ++stage) {
    results = reduce(results.data(), stages[stage], nullptr, detail::merging(reduction));
  }
  return results;
}

// Writes the numbers to a floating tensor, rounding each once.
void store(const std::vector<double>& numbers, Tensor& result);

// Writes one number per result, of any dtype.
template <class Reduction>
std::vector<double> reduce_to_numbers(const Tensor& x, const Stages& stages, const double* shifts,
                                      const Reduction& reduction) {
  std::vector<double> numbers;
  with_type_of(x.dtype(), [&](auto sample) {
    numbers = reduce(x.data<decltype(sample)>().data(), stages, shifts, reduction);
  });
  return numbers;
}

// The sum or product of all elements, in the dtype of x; for bool, whether it is not 0.
template <class OfFloats, class OfIntegers>
void reduce_in_dtype(const Tensor& x, const Stages& stages, const OfFloats& of_floats,
                     const OfIntegers& of_integers, Tensor& result) {
  if (is_floating(x.dtype())) {
    store(reduce_to_numbers(x, stages, nullptr, of_floats), result);
    return;
  }
  with_integral_type(x.dtype(), [&](auto sample) {
    using T = decltype(sample);
    const auto numbers = reduce(x.data<T>().data(), stages, nullptr, of_integers);
    std::transform(numbers.begin(), numbers.end(), result.mutable_data<T>().begin(),
                   [](auto number) { return static_cast<T>(number); });
  });
}

// The sum of each result's elements: as a number, or in the dtype of x.
std::vector<double> sums(const Tensor& x, const Stages& stages);
void sum(const Tensor& x, const Stages& stages, Tensor& result);

// The mean and the variance of each result's elements, as numbers. None if float64 cannot hold the int64 elements.
struct Moments {
  std::vector<double> means;
  std::vector<double> variances;
};
std::optional<Moments> moments(const Tensor& x, const Stages& stages);

// Largest or Smallest over the axes; for bool it is 0 or 1.
void extreme(const Tensor& x, const Stages& stages, bool largest, Tensor& result);

}  // namespace kassay::optimized
