#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::minimum_op {
namespace {

// minimum.value, minimum.number
Real smaller(Real x, Real y) {
  if (std::isnan(x)) return x;  // minimum.nan; a NaN in y makes the comparison false
  return x < y ? x : y;
}

// Equal elements share, as in maximum.
Gradients gradient(const Expression& x, const Expression& y, const Expression&,
                   const Expression& g) {
  const Expression zero = filled_like(g, 0);
  const Expression of_x = select(apply("less", x, y), g, select(apply("equal", x, y), g / 2, zero));
  return {of_x, g - of_x};
}

}  // namespace

// minimum.broadcast, minimum.shapes, minimum.dtype
Kernel kernel() { return define(broadcast_type, each_pair<smaller>, gradient); }

}  // namespace kassay::reference::minimum_op
