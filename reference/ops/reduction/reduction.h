// Shared by the functions of this folder: the types of their results and the loops over slices.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "reference/arrays/axes.h"
#include "reference/arrays/loops.h"
#include "reference/graph/expression.h"
#include "reference/graph/operation.h"
#include "spec/lib/error.h"

namespace kassay::reference {

using Slice = std::vector<Real>;

// The type of `x` without the axes. Throws ApiError (value) for axes outside its dimensions.
inline TensorType reduced_type(const TensorType& x, const Axes& axis, bool keepdims) {
  return {x.dtype, reduced_shape(x.shape, normalize_axes(axis, x.rank()), keepdims)};
}

// The same for a function whose result is a fraction: bool and integers give the default float type.
inline TensorType reduced_float_type(const TensorType& x, const Axes& axis, bool keepdims,
                                     const Settings& settings) {
  TensorType type = reduced_type(x, axis, keepdims);
  if (!is_floating(x.dtype)) type.dtype = settings.floatx;
  return type;
}

// Throws ApiError (value) if a result would be made of no elements. With an unknown dimension this cannot be decided, and nothing is
// thrown.
inline void require_elements(const TensorType& x, const Axes& axis) {
  bool has_results = true;
  for (const std::int64_t d : reduced_shape(x.shape, normalize_axes(axis, x.rank()), false))
    has_results = has_results && d > 0;
  for (const std::int64_t reduced : normalize_axes(axis, x.rank())) {
    if (has_results && x.shape[static_cast<std::size_t>(reduced)] == 0) {
      throw ApiError(ErrorKind::kValue, "no elements along axis " + std::to_string(reduced) +
                                            " of shape " + to_string(x.shape));
    }
  }
}

// The same for functions whose result needs an element.
inline TensorType reduced_type_of_elements(const TensorType& x, const Axes& axis, bool keepdims) {
  require_elements(x, axis);
  return reduced_type(x, axis, keepdims);
}

// Each result is fold(slice) of its elements, in row-major order.
template <Real (*fold)(const Slice&)>
Array reduce_slices(const Array& x, const Axes& axis, bool keepdims) {
  return reduce(x, normalize_axes(axis, x.rank()), keepdims, fold);
}

// Repeats a result of the reduction of x, or its gradient, for each of its elements.
inline Expression spread(const Expression& result, const Expression& x, const Axes& axis) {
  const auto axes = normalize_axes(axis, x.rank());
  return broadcast_to(reshape(result, reduced_shape(x.shape(), axes, true)), x.shape());
}

// The number of elements per result.
inline double slice_size(const Expression& x, const Axes& axis) {
  double count = 1;
  for (const std::int64_t d : normalize_axes(axis, x.rank())) {
    count *= static_cast<double>(x.shape()[static_cast<std::size_t>(d)]);
  }
  return count;
}

// gradients.ties: the gradient goes to the elements that equal the result; they share it.
inline Expression gradient_of_extreme(const Expression& x, const Axes& axis, bool /*keepdims*/,
                                      const Expression& y, const Expression& g) {
  const auto axes = normalize_axes(axis, x.rank());
  const Expression chosen = cast_to(apply("equal", x, spread(y, x, axis)), x.dtype());
  return spread(g, x, axis) * (chosen / sum(chosen, axes, true));
}

// x as a matrix with a column for each result and a row for each of its elements.
inline Expression slices_as_columns(const Expression& x, const Axes& axis) {
  const auto axes = normalize_axes(axis, x.rank());
  List order;
  std::int64_t rows = 1, columns = 1;
  for (const std::int64_t d : axes) {
    order.emplace_back(d);
    rows *= x.shape()[static_cast<std::size_t>(d)];
  }
  for (std::int64_t d = 0; d < x.rank(); ++d) {
    if (std::find(axes.begin(), axes.end(), d) != axes.end()) continue;
    order.emplace_back(d);
    columns *= x.shape()[static_cast<std::size_t>(d)];
  }
  return reshape(apply("permute_dimensions", x, std::move(order)), {rows, columns});
}

inline Expression row_of(const Expression& matrix, std::int64_t row) {
  const Expression part =
      apply("slice", matrix, List{row, std::int64_t{0}}, List{std::int64_t{1}, matrix.shape()[1]});
  return reshape(part, {matrix.shape()[1]});
}

}  // namespace kassay::reference
