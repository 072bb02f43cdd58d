// Products of a matrix with a single row or column, which read the matrix once and in memory order.
#pragma once

#include <cstdint>

namespace kassay::optimized {

// to[i * to_stride]: the sum of the products of `vector` and line i, both with `length` elements. Lines begin `stride` elements apart.
template <class T>
void dot_lines(const T* lines, std::int64_t count, std::int64_t length, std::int64_t stride,
               const T* vector, T* to, std::int64_t to_stride);

// to: the sum of all lines, each multiplied by its element of `factors`.
template <class T>
void combine_lines(const T* lines, std::int64_t count, std::int64_t length, std::int64_t stride,
                   const T* factors, T* to);

}  // namespace kassay::optimized
