#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "reference/arrays/loops.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::l2_normalize_op {
namespace {

using OptionalAxis = std::optional<std::int64_t>;

// l2_normalize.axis, l2_normalize.negative-axis, l2_normalize.no-axis, l2_normalize.axis-range
std::vector<std::int64_t> axes_of_norm(const OptionalAxis& axis, std::int64_t rank) {
  if (axis) return {normalize_axis(*axis, rank)};
  return normalize_axes(Axes{}, rank);
}

TensorType infer(const TensorType& x, const OptionalAxis& axis) {
  if (axis) normalize_axis(*axis, x.rank());
  return x;
}

// l2_normalize.value
Array compute(const Array& x, const OptionalAxis& axis) {
  const auto axes = axes_of_norm(axis, x.rank());
  const Array norm = reduce(x, axes, true, [](const std::vector<Real>& slice) {
    return std::sqrt(std::inner_product(slice.begin(), slice.end(), slice.begin(), Real{0}));
  });
  // l2_normalize.zeros; l2_normalize.special: Inf / Inf is NaN, a number / Inf is 0
  return map(x, norm, [](Real element, Real n) { return n == 0 ? 0 : element / n; });
}

// gradients.zero-slice: a slice of zeros, divided by an infinite number, is 0 with the derivative 0
Expression expression(const Expression& x, const OptionalAxis& axis) {
  const auto axes = axes_of_norm(axis, x.rank());
  const Expression squares = sum(apply("square", x), axes, true);
  const Expression is_zero = apply("equal", squares, 0.0);
  // The root never gets 0, where its derivative is infinite.
  const Expression norm = apply("sqrt", select(is_zero, filled_like(squares, 1), squares));
  return x / select(is_zero, filled_like(norm, std::numeric_limits<double>::infinity()), norm);
}

}  // namespace

Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::l2_normalize_op
