#include <algorithm>
#include <array>
#include <limits>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/lines.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized::softmax_op {
namespace {

// Bound by the exponential.
template <class T>
void softmax_rows(const Tensor& x, const Split& split, Tensor& result) {
  for_blocks_of_lines(split, [&](std::int64_t begin, std::int64_t end) {
    T* const y = result.mutable_data<T>().data() + begin * split.length;
    Powers<T> found;
    found.find(x.data<T>().data() + begin * split.length, end - begin, split.length, y);
    for (std::int64_t row = 0; row < end - begin; ++row) {
      const auto sum = static_cast<T>(found.sums[static_cast<std::size_t>(row)]);
      T* const shares = y + row * split.length;
#pragma omp simd
      for (std::int64_t i = 0; i < split.length; ++i) shares[i] /= sum;
    }
  });
}

// Columns, a block of which is read along in three passes; bound by the exponential too. A block is wide, for rows of a power of two
// take turns in few places of the caches.
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
        held = larger.combine(held, from[row * split.inner + i], 0);
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
  const Split split =
      layout_of(x.shape(), {reference::normalize_axis(axis, x.rank())}).stages.front();
  const auto kernel = [&](const Tensor& logits, Tensor& shares) {
    with_float_type(logits.dtype(), [&](auto sample) {
      using T = decltype(sample);
      if (split.inner == 1) {
        softmax_rows<T>(logits, split, shares);
      } else {
        softmax_columns<T>(logits, split, shares);
      }
    });
  };
  compute_wide(result, kernel, x);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softmax_op
