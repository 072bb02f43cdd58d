// Elements from one order in memory to another: what transposition, slices, padding, repetition, reversal and their like are made
// of. By the size of an element, whatever its dtype.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kassay::optimized {

// Along a dimension of `size` elements, neighbours are so many elements apart where they are read and where they are written.
// `from` may be 0 or negative.
struct Dimension {
  std::int64_t size;
  std::int64_t from;
  std::int64_t to;
};

// The same dimensions, as few of them as possible: without those of size 1, and with those as one that follow each other without a
// gap on both sides.
std::vector<Dimension> merged(const std::vector<Dimension>& dimensions);

// to[sum of i_d to_d] = from[sum of i_d from_d] for each index i. No two indices lead to one place of `to`.
void copy_strided(std::size_t element_size, const std::byte* from, std::byte* to,
                  std::vector<Dimension> dimensions);

// `count` rows of `bytes` bytes, whose beginnings are so many bytes apart.
void copy_rows(const std::byte* from, std::int64_t from_stride, std::byte* to,
               std::int64_t to_stride, std::int64_t count, std::int64_t bytes);

}  // namespace kassay::optimized
