// What the functions of this folder share: the types of their results and the loops over slices.
#pragma once

#include <string>
#include <vector>

#include "reference/runtime/axes.h"
#include "reference/runtime/loops.h"
#include "spec/lib/error.h"

namespace kassay::reference {

using Slice = std::vector<Real>;

// The type of `x` without the axes. Throws ApiError (value) for axes outside its dimensions.
inline TensorType reduced_type(const TensorType& x, const Axes& axis, bool keepdims) {
  return {x.dtype, reduced_shape(x.shape, normalize_axes(axis, x.rank()), keepdims)};
}

// Throws ApiError (value) where some result would be made of no elements. Where a dimension is
// unknown there may be none or no result, so that nothing is said.
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

// Each result is fold(slice) of the elements, in row-major order, that the axes bring together.
template <Real (*fold)(const Slice&)>
Array reduce_slices(const Array& x, const Axes& axis, bool keepdims) {
  return reduce(x, normalize_axes(axis, x.rank()), keepdims, fold);
}

}  // namespace kassay::reference
