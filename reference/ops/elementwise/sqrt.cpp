#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::sqrt_op {
namespace {

// sqrt.value, sqrt.infinite, sqrt.negative, sqrt.negative-untold
Real square_root(Real x) {
  // sqrt.nan: the comparison is false, and the root of NaN is NaN
  return x < 0 ? 0 : std::sqrt(x);
}

// gradients.sqrt, gradients.negative-sqrt
Expression gradient(const Expression& x, const Expression& y, const Expression& g) {
  return select(apply("less", x, 0.0), filled_like(g, 0), g / (2 * y));
}

}  // namespace

Kernel kernel() { return define(same_type, each<square_root>, gradient); }

}  // namespace kassay::reference::sqrt_op
