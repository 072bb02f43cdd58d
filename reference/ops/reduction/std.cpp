#include <cmath>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/variance.h"

namespace kassay::reference::std_op {
namespace {

// std.value, std.population, std.stable, std.special, std.empty
Real deviation_of(const Slice& elements) { return std::sqrt(variance(elements)); }

// gradients.std: 0 where all elements are equal
Expression gradient(const Expression& x, const Axes& axis, bool /*keepdims*/, const Expression& y,
                    const Expression& g) {
  const double count = slice_size(x, axis);
  const Expression mean = sum(x, normalize_axes(axis, x.rank()), true) / count;
  const Expression deviation = spread(y, x, axis);
  const Expression slope = (x - mean) / (deviation * count);
  const Expression none = filled_like(x, 0);
  return spread(g, x, axis) * select(apply("equal", deviation, 0.0), none, slope);
}

}  // namespace

// std.axis, std.axis-none, std.axis-negative, std.axis-list, std.rank, std.keepdims, std.axis-range,
// std.integers
Kernel kernel() { return define(reduced_float_type, reduce_slices<deviation_of>, gradient); }

}  // namespace kassay::reference::std_op
