// An array in rows that are computed in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::optimized::engine {

// How the rows of an array are those of the chain's shape. Its `axes` first axes are the rows; an operand has all of them or none.
struct Rows {
  std::size_t axes = 0;
  std::int64_t count = 1;
  Shape shape;  // of one row
  std::int64_t elements() const { return element_count(shape); }
};

bool has_rows(const Shape& operand, const Shape& whole, std::size_t axes);

// The most axes that all operands have as rows, or do not have; none if a row would have more than `most_elements`.
std::optional<Rows> rows_of(const Shape& whole, const std::vector<Shape>& operands,
                            std::int64_t most_elements);

// The dimensions behind the first `axes`.
Shape behind(const Shape& shape, std::size_t axes);

}  // namespace kassay::optimized::engine
