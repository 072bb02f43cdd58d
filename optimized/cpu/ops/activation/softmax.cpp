#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <vector>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/lines.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::softmax_op {
namespace {

template <class T>
void softmax_lines(const T* x, std::int64_t count, std::int64_t length, T* y) {
  Powers<T> found;
  found.find(x, count, length, y);
  for (std::int64_t row = 0; row < count; ++row) {
    const auto sum = static_cast<T>(found.sums[static_cast<std::size_t>(row)]);
    T* const shares = y + row * length;
#pragma omp simd
    for (std::int64_t i = 0; i < length; ++i) shares[i] /= sum;
  }
}

// Bound by the exponential. float16 goes through the caches in blocks of rows.
template <class T>
void softmax_rows(const Tensor& x, const Split& split, Tensor& result) {
  for_blocks_of_lines(split, [&](std::int64_t begin, std::int64_t end) {
    const T* const from = x.data<T>().data() + begin * split.length;
    T* const to = result.mutable_data<T>().data() + begin * split.length;
    if constexpr (std::is_same_v<T, Float16>) {
      const std::int64_t count = (end - begin) * split.length;
      std::vector<float> room(static_cast<std::size_t>(2 * count));
      widen(from, room.data(), count);
      softmax_lines(room.data(), end - begin, split.length, room.data() + count);
      narrow(room.data() + count, to, count);
    } else {
      softmax_lines(from, end - begin, split.length, to);
    }
  });
}

// Columns: a block of them is read in three passes; also bound by the exponential. Blocks are wide, because rows with a power of two as
// distance compete for a few places in the caches.
template <class T>
void softmax_columns(const Tensor& x, const Split& split, Tensor& result) {
  constexpr std::int64_t kWidth = 128;
  const std::int64_t width = std::min(kWidth, split.inner);
  const std::int64_t columns = (split.inner + width - 1) / width;
  const auto block = [&](std::int64_t begin, std::int64_t /*end*/) {
    const std::int64_t first = begin % columns * width;
    const std::int64_t count = std::min(width, split.inner - first);
    const std::int64_t top = begin / columns * split.length * split.inner + first;
    const T* const from = x.data<T>().data() + top;
    T* const to = result.mutable_data<T>().data() + top;
    std::array<T, kWidth> largest;
    std::array<double, kWidth> sums{};
    largest.fill(-std::numeric_limits<T>::infinity());
    const Largest<T> larger{};
    for (std::int64_t row = 0; row < split.length; ++row) {
#pragma omp simd
      for (std::int64_t i = 0; i < count; ++i) {
        T& held = largest[static_cast<std::size_t>(i)];
        held = larger.combine(held, from[row * split.inner + i]);
      }
    }
    for (std::int64_t row = 0; row < split.length; ++row) {
#pragma omp simd
      for (std::int64_t i = 0; i < count; ++i) {
        const auto column = static_cast<std::size_t>(i);
        const T power = vexp(from[row * split.inner + i] - largest[column]);
        to[row * split.inner + i] = power;
        sums[column] += static_cast<double>(power);
      }
    }
    for (std::int64_t row = 0; row < split.length; ++row) {
#pragma omp simd
      for (std::int64_t i = 0; i < count; ++i)
        to[row * split.inner + i] /= static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  };
  parallel_blocks(split.outer * columns, 1, split.length * width, block);
}

bool compute(const Tensor& x, std::int64_t axis, Tensor& result) {
  if (x.size() == 0) return true;
  const Split split = stages_of(x.shape(), {reference::normalize_axis(axis, x.rank())}).front();
  if (split.inner == 1) {
    with_type_of(x.dtype(), [&](auto sample) {
      using T = decltype(sample);
      if constexpr (!std::is_integral_v<T>) softmax_rows<T>(x, split, result);
    });
    return true;
  }
  const auto kernel = [&](const Tensor& logits, Tensor& shares) {
    with_float_type(logits.dtype(),
                    [&](auto sample) { softmax_columns<decltype(sample)>(logits, split, shares); });
  };
  compute_wide(result, kernel, x);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softmax_op
