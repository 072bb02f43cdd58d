#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::maximum_op {
namespace {

// maximum.value, maximum.number
Real larger(Real x, Real y) {
  if (std::isnan(x)) return x;  // maximum.nan; a NaN in y makes the comparison false
  return x > y ? x : y;
}

// gradients.equals: equal elements share.
Gradients gradient(const Expression& x, const Expression& y, const Expression&,
                   const Expression& g) {
  const Expression zero = filled_like(g, 0);
  const Expression of_x =
      select(apply("greater", x, y), g, select(apply("equal", x, y), g / 2, zero));
  return {of_x, g - of_x};
}

}  // namespace

// maximum.broadcast, maximum.shapes, maximum.dtype
Kernel kernel() { return define(broadcast_type, each_pair<larger>, gradient); }

}  // namespace kassay::reference::maximum_op
