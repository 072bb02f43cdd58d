// Moves of elements from one array to another: transposition, slices, padding, repetition, reversal and similar operations.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Along a dimension of `size` elements, neighbours are `from` elements apart when read and `to` elements apart when written. `from` may be
// 0 or negative.
struct Dimension {
  std::int64_t size, from, to;
};

// The element of y at y_start + sum of i_d to_d is the element of x at x_start + sum of i_d from_d.
struct Path {
  std::vector<Dimension> dimensions;
  std::int64_t x_start = 0, y_start = 0;

  // The number of elements that are moved.
  std::int64_t element_count() const;
};

// The same dimensions, as few as possible: without those of size 1, and with those joined that continue each other without a gap on both
// sides.
std::vector<Dimension> merged(const std::vector<Dimension>& dimensions);

// The distance between neighbours along each dimension of a tensor of that shape.
std::vector<std::int64_t> strides_of(const Shape& shape);
// A path to all of y, whose elements are numbered by the shape in row-major order.
Path path_to_all(const Shape& shape, const std::vector<std::int64_t>& x_strides,
                 std::int64_t x_start = 0);
// A path to all of y, which repeats each element of x times[d] times in a row along dimension d.
Path path_of_repetition(const Shape& shape, const std::vector<std::int64_t>& times);

}  // namespace kassay::optimized
