#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// tanh.value, tanh.stable, tanh.special
Real hyperbolic_tangent(Real x) { return std::tanh(x); }

Expression gradient(const Expression&, const Expression& y, const Expression& g) {
  return g * (1 - y * y);
}

}  // namespace

namespace kernels {
Kernel tanh_kernel() { return define(same_type, each<hyperbolic_tangent>, gradient); }
}  // namespace kernels
}  // namespace kassay::reference
