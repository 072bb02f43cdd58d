// Shared by argmax and argmin.
#pragma once

#include <algorithm>

#include "reference/ops/reduction/reduction.h"

namespace kassay::reference {

inline Axes single(std::int64_t axis) { return {std::vector<std::int64_t>{axis}}; }

// int64 for any dtype of x; a line without elements is an error.
inline TensorType position_type(const TensorType& x, std::int64_t axis) {
  return {DType::kInt64, reduced_type_of_elements(x, single(axis), false).shape};
}

// For each line, the position of its first element that `precedes` puts before all others.
template <class Precedes>
Array first_position(const Array& x, std::int64_t axis) {
  const auto position = [](const Slice& line) -> Real {
    return static_cast<Real>(std::min_element(line.begin(), line.end(), Precedes()) - line.begin());
  };
  return reduce(x, normalize_axes(single(axis), x.rank()), false, position);
}

}  // namespace kassay::reference
