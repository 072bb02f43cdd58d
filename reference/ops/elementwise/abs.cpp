#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// abs.value, abs.dtype, abs.special, abs.zero
Real absolute_value(Real x) { return std::fabs(x); }

// gradients.abs
Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g * apply("sign", x);
}

}  // namespace

namespace kernels {
Kernel abs_kernel() { return define(same_type, each<absolute_value>, gradient); }
}  // namespace kernels
}  // namespace kassay::reference
