// Shared by cumsum and cumprod.
#pragma once

#include <numeric>

#include "reference/ops/reduction/reduction.h"

namespace kassay::reference {

// The type of x, whose axis must exist.
inline TensorType cumulative_type(const TensorType& x, std::int64_t axis) {
  normalize_axis(axis, x.rank());
  return x;
}

// Combines each element with all elements before it along the axis.
template <class Combine>
Array accumulate_along(const Array& x, std::int64_t axis) {
  return map_lines(x, normalize_axis(axis, x.rank()), [](const Slice& line) {
    Slice combined(line.size());
    std::partial_sum(line.begin(), line.end(), combined.begin(), Combine());
    return combined;
  });
}

}  // namespace kassay::reference
