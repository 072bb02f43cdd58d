// Elements from one array to another: what transposition, slices, padding, repetition, reversal and their like are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Along a dimension of `size` elements, neighbours are so many elements apart where they are read and where they are written.
// `from` may be 0 or negative.
struct Dimension {
  std::int64_t size, from, to;
};

// The element of y at y_start + sum of i_d to_d is that of x at x_start + sum of i_d from_d.
struct Path {
  std::vector<Dimension> dimensions;
  std::int64_t x_start = 0, y_start = 0;

  // How many elements it leads to.
  std::int64_t element_count() const;
};

// The same dimensions, as few of them as possible: without those of size 1, and with those as one that follow each other without a
// gap on both sides.
std::vector<Dimension> merged(const std::vector<Dimension>& dimensions);

// How far apart neighbours along each dimension are in a tensor of that shape.
std::vector<std::int64_t> strides_of(const Shape& shape);
// To all of y, whose elements are numbered by the shape in row-major order.
Path path_to_all(const Shape& shape, const std::vector<std::int64_t>& x_strides,
                 std::int64_t x_start = 0);
// To all of y, where each entry d of the shape of x stands times[d] in a row.
Path path_of_repetition(const Shape& shape, const std::vector<std::int64_t>& times);

}  // namespace kassay::optimized
