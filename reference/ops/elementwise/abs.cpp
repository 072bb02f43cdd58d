#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::abs_op {
namespace {

// abs.value, abs.dtype, abs.special, abs.zero
Real absolute_value(Real x) { return std::fabs(x); }

// gradients.abs
Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g * apply("sign", x);
}

}  // namespace

Kernel kernel() { return define(same_type, each<absolute_value>, gradient); }

}  // namespace kassay::reference::abs_op
