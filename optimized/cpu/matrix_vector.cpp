#include "optimized/cpu/matrix_vector.h"

#include <algorithm>

#include "optimized/cpu/parallel.h"
#include "optimized/cpu/vectors.h"

namespace kassay::optimized {
namespace {

// Lines read at once: enough to hide the latency of memory and of additions.
constexpr std::int64_t kLines = 4;
constexpr int kSums = 2;  // vectors of sums per line

// Bound by memory.
template <class T, int kCount>
void dot_together(const T* lines, std::int64_t length, std::int64_t stride, const T* vector, T* to,
                  std::int64_t to_stride) {
  constexpr std::int64_t kStep = kSums * kVectorLanes<T>;
  Vector<T> sums[kCount][kSums] = {};
  std::int64_t k = 0;
  for (; k + kStep <= length; k += kStep) {
#pragma GCC unroll 2
    for (int s = 0; s < kSums; ++s) {
      const Vector<T> right = vector_at(vector + k + s * kVectorLanes<T>);
#pragma GCC unroll 4
      for (int i = 0; i < kCount; ++i)
        sums[i][s] += vector_at(lines + i * stride + k + s * kVectorLanes<T>) * right;
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < kCount; ++i) {
    const Vector<T> both = sums[i][0] + sums[i][1];
    T sum = 0;
    for (std::int64_t lane = 0; lane < kVectorLanes<T>; ++lane) sum += both[lane];
    for (std::int64_t j = k; j < length; ++j) sum += lines[i * stride + j] * vector[j];
    to[i * to_stride] = sum;
  }
}

// Columns that one task adds up: their sums stay in the first-level cache, and a matrix large enough for threads gives four tasks.
std::int64_t columns_of_task(std::int64_t length) {
  constexpr std::int64_t kFewest = 128, kMost = 1024, kTasks = 4;
  return std::clamp(length / kTasks, kFewest, kMost);
}

// Bound by memory: kLines lines at once, so that the sums are read and written less often than the lines.
template <class T>
void combine_block(const T* lines, std::int64_t count, std::int64_t length, std::int64_t stride,
                   const T* factors, T* to) {
  std::fill_n(to, length, T{0});
  std::int64_t k = 0;
  for (; k + kLines <= count; k += kLines, lines += kLines * stride) {
    const T a = factors[k], b = factors[k + 1], c = factors[k + 2], d = factors[k + 3];
    const T *const p = lines, *const q = p + stride, *const r = q + stride, *const s = r + stride;
#pragma omp simd
    for (std::int64_t j = 0; j < length; ++j)
      to[j] = to[j] + a * p[j] + b * q[j] + c * r[j] + d * s[j];
  }
  for (; k < count; ++k, lines += stride) {
    const T factor = factors[k];
#pragma omp simd
    for (std::int64_t j = 0; j < length; ++j) to[j] += factor * lines[j];
  }
}

}  // namespace

template <class T>
void dot_lines(const T* lines, std::int64_t count, std::int64_t length, std::int64_t stride,
               const T* vector, T* to, std::int64_t to_stride) {
  constexpr std::int64_t kBlockLines = 64;
  parallel_blocks(count, kBlockLines, length, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t i = begin;
    for (; i + kLines <= end; i += kLines)
      dot_together<T, kLines>(lines + i * stride, length, stride, vector, to + i * to_stride,
                              to_stride);
    for (; i < end; ++i)
      dot_together<T, 1>(lines + i * stride, length, stride, vector, to + i * to_stride, to_stride);
  });
}

template <class T>
void combine_lines(const T* lines, std::int64_t count, std::int64_t length, std::int64_t stride,
                   const T* factors, T* to) {
  parallel_blocks(length, columns_of_task(length), count,
                  [&](std::int64_t begin, std::int64_t end) {
                    combine_block(lines + begin, count, end - begin, stride, factors, to + begin);
                  });
}

template void dot_lines(const float*, std::int64_t, std::int64_t, std::int64_t, const float*,
                        float*, std::int64_t);
template void dot_lines(const double*, std::int64_t, std::int64_t, std::int64_t, const double*,
                        double*, std::int64_t);
template void combine_lines(const float*, std::int64_t, std::int64_t, std::int64_t, const float*,
                            float*);
template void combine_lines(const double*, std::int64_t, std::int64_t, std::int64_t, const double*,
                            double*);

}  // namespace kassay::optimized
