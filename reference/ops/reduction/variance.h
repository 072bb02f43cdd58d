// Shared by var and std: the variance.
#pragma once

#include <numeric>

#include "reference/ops/reduction/reduction.h"

namespace kassay::reference {

// The mean of the squared deviations from the mean; NaN if there are no elements. The mean is subtracted before squaring, so that squaring
// causes no cancellation.
inline Real variance(const Slice& elements) {
  const auto count = static_cast<Real>(elements.size());
  const Real mean = std::accumulate(elements.begin(), elements.end(), Real{0}) / count;
  Real squares = 0;
  for (const Real element : elements) squares += (element - mean) * (element - mean);
  return squares / count;
}

// The same as an expression.
inline Expression variance_of(const Expression& x, const Axes& axis, bool keepdims) {
  const Expression mean = sum(x, normalize_axes(axis, x.rank()), true) / slice_size(x, axis);
  const Expression squares = apply("square", x - mean);
  return sum(squares, normalize_axes(axis, x.rank()), keepdims) / slice_size(x, axis);
}

}  // namespace kassay::reference
