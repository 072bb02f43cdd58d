// Lines along an axis, a block at a time, as consecutive rows in memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "optimized/cpu/reduction.h"
#include "optimized/cpu/vector_math.h"

namespace kassay::optimized {

template <class T>
class Lines {
 public:
  Lines(const Tensor& tensor, const Split& split)
      : elements_(tensor.data<T>().data()), split_(split) {}

  // The lines begin..end, in the order of the results. `scratch` holds them unless they are rows already.
  const T* rows(std::int64_t begin, std::int64_t end, std::vector<T>& scratch) const {
    if (split_.inner == 1) return elements_ + begin * split_.length;
    scratch.resize(static_cast<std::size_t>((end - begin) * split_.length));
    std::int64_t row = begin;
    while (row < end) {
      // As many neighbouring lines as there are.
      const std::int64_t outer = row / split_.inner, first = row % split_.inner;
      const std::int64_t count = std::min(end - row, split_.inner - first);
      const T* const top = elements_ + outer * split_.length * split_.inner + first;
      T* const to = scratch.data() + (row - begin) * split_.length;
      for (std::int64_t i = 0; i < split_.length; ++i) {
        for (std::int64_t j = 0; j < count; ++j)
          to[j * split_.length + i] = top[i * split_.inner + j];
      }
      row += count;
    }
    return scratch.data();
  }

 private:
  const T* elements_;
  Split split_;
};

// Calls work(begin, end) for blocks of lines that fit in the caches. A block has several lines, so that gathering them reads whole cache
// lines.
template <class Work>
void for_blocks_of_lines(const Split& split, Work&& work) {
  constexpr std::int64_t kFewest = 16;
  const std::int64_t fewest = split.inner == 1 ? 1 : kFewest;
  const std::int64_t block = std::max(fewest, kBlock / std::max<std::int64_t>(1, split.length));
  parallel_blocks(split.results(), block, split.length, work);
}

// For rows of logits: exp(x - m), where m is the largest logit of the row, and the sums of these exponentials. A row with NaN or +Inf, or
// with only -Inf, gives only NaN.
template <class T>
struct Powers {
  std::vector<T> largest;
  std::vector<T> powers;
  std::vector<double> sums;

  // Writes the exponentials to `to`.
  void find(const T* x, std::int64_t count, std::int64_t length, T* to) {
    largest.resize(static_cast<std::size_t>(count));
    sums.resize(static_cast<std::size_t>(count));
    detail::reduce_lines(x, count, length, nullptr, Largest<T>{-std::numeric_limits<T>::infinity()},
                         largest.data());
    for (std::int64_t row = 0; row < count; ++row) {
      const T shift = largest[static_cast<std::size_t>(row)];
      const T* const from = x + row * length;
#pragma omp simd
      for (std::int64_t i = 0; i < length; ++i) to[row * length + i] = from[i] - shift;
    }
#pragma omp simd
    for (std::int64_t i = 0; i < count * length; ++i) to[i] = vexp(to[i]);
    detail::reduce_lines(to, count, length, nullptr, Sum{}, sums.data());
  }
  void find(const T* x, std::int64_t count, std::int64_t length) {
    powers.resize(static_cast<std::size_t>(count * length));
    find(x, count, length, powers.data());
  }
};

}  // namespace kassay::optimized
