#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::tanh_op {
namespace {

// tanh.value, tanh.stable, tanh.special
Real hyperbolic_tangent(Real x) { return std::tanh(x); }

Expression gradient(const Expression&, const Expression& y, const Expression& g) {
  return g * (1 - y * y);
}

}  // namespace

Kernel kernel() { return define(same_type, each<hyperbolic_tangent>, gradient); }

}  // namespace kassay::reference::tanh_op
