// Axes, shapes and broadcasting: the geometry that many functions share.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/arrays/array.h"

namespace kassay::reference {

// The axes that an `axes` argument names, as given; none: all axes.
struct Axes {
  std::optional<std::vector<std::int64_t>> named;
};

// Between 0 and rank - 1; negative axes count from the end. Throws ApiError (value) outside [-rank, rank).
std::int64_t normalize_axis(std::int64_t axis, std::int64_t rank);

// The named axes (all if none are named), sorted. Throws ApiError (value) if an axis is outside the rank or named twice.
std::vector<std::int64_t> normalize_axes(const Axes& axes, std::int64_t rank);

// The shape without the (normalised) axes, or with 1 in their place.
Shape reduced_shape(const Shape& shape, const std::vector<std::int64_t>& axes, bool keepdims);

// The common shape of two operands, aligned at the right; a dimension of 1 stretches. Throws
// ApiError (value).
Shape broadcast_shapes(const Shape& x, const Shape& y);

// The element of an operand that broadcasting puts at `index` of the result.
Real broadcast_element(const Array& operand, const Index& index);

}  // namespace kassay::reference
