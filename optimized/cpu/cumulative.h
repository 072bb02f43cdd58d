// cumsum and cumprod.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "optimized/cpu/half.h"
#include "optimized/cpu/reduction.h"

namespace kassay::optimized {

namespace detail {

// Computes in float64 for floats, and modulo 2^64 for integers.
template <class T>
using Running = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;

// Several rows at a time fill the pipeline: in each, an element waits for the one before it.
inline constexpr std::int64_t kRowsTogether = 4;

template <std::int64_t kRows, class T, class Combine>
void accumulate_rows(const T* x, T* y, std::int64_t length, Running<T> identity, Combine combine) {
  std::array<Running<T>, kRows> running;
  running.fill(identity);
  for (std::int64_t i = 0; i < length; ++i) {
    for (std::int64_t row = 0; row < kRows; ++row) {
      auto& held = running[static_cast<std::size_t>(row)];
      held = combine(held, static_cast<Running<T>>(x[row * length + i]));
      y[row * length + i] = static_cast<T>(held);
    }
  }
}

// All columns advance by one row at a time.
template <class T, class Combine>
void accumulate_columns(const T* x, T* y, const Split& split, Running<T> identity,
                        Combine combine) {
  constexpr std::int64_t kWidth = 512;
  const std::int64_t columns = (split.inner + kWidth - 1) / kWidth;
  const std::int64_t cost = split.length * std::min(kWidth, split.inner);
  parallel_blocks(split.outer * columns, 1, cost, [&](std::int64_t block, std::int64_t /*end*/) {
    const std::int64_t first = block % columns * kWidth;
    const std::int64_t width = std::min(kWidth, split.inner - first);
    const std::int64_t top = block / columns * split.length * split.inner + first;
    std::array<Running<T>, kWidth> running;
    running.fill(identity);
    for (std::int64_t row = 0; row < split.length; ++row) {
      const T* const from = x + top + row * split.inner;
      T* const to = y + top + row * split.inner;
#pragma omp simd
      for (std::int64_t i = 0; i < width; ++i) {
        auto& held = running[static_cast<std::size_t>(i)];
        held = combine(held, static_cast<Running<T>>(from[i]));
        to[i] = static_cast<T>(held);
      }
    }
  });
}

template <class T, class Combine>
void accumulate_lines(const T* x, T* y, const Split& split, Running<T> identity, Combine combine) {
  if (split.inner > 1) {
    accumulate_columns(x, y, split, identity, combine);
    return;
  }
  const auto rows = [&](std::int64_t begin, std::int64_t end) {
    const std::int64_t at = begin * split.length;
    if (end - begin == kRowsTogether) {
      accumulate_rows<kRowsTogether>(x + at, y + at, split.length, identity, combine);
      return;
    }
    for (std::int64_t row = begin; row < end; ++row) {
      accumulate_rows<1>(x + row * split.length, y + row * split.length, split.length, identity,
                         combine);
    }
  };
  parallel_blocks(split.outer, kRowsTogether, split.length, rows);
}

}  // namespace detail

// Combines each element with all elements before it along the axis, one after the other. Many lines are bound by memory, a single line by
// the latency of an addition or multiplication in float64. `identity` does not change any number, not even the sign of a zero.
template <class Combine>
void accumulate_along(const Tensor& x, std::int64_t axis, double identity, Combine combine,
                      Tensor& result) {
  if (x.size() == 0) return;
  const Split split = stages_of(x.shape(), {reference::normalize_axis(axis, x.rank())}).front();
  const auto kernel = [&](const Tensor& elements, Tensor& accumulated) {
    with_computable_type(elements.dtype(), [&](auto sample) {
      using T = decltype(sample);
      detail::accumulate_lines(elements.data<T>().data(), accumulated.mutable_data<T>().data(),
                               split, static_cast<detail::Running<T>>(identity), combine);
    });
  };
  compute_wide(result, kernel, x);
}

}  // namespace kassay::optimized
