#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "reference/runtime/kernel.h"
#include "reference/runtime/loops.h"

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

// A norm of 0 divides nothing.
Expression expression(const Expression& x, const OptionalAxis& axis) {
  const auto axes = axes_of_norm(axis, x.rank());
  const Expression norm = apply("sqrt", sum(apply("square", x), axes, true));
  return x / select(apply("equal", norm, 0.0), filled_like(norm, 1), norm);
}

}  // namespace

Kernel kernel() { return define_composite(infer, compute, expression); }

}  // namespace kassay::reference::l2_normalize_op
