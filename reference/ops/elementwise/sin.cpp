#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// sin.value, sin.radians, sin.special
Real sine(Real x) { return std::sin(x); }

Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g * apply("cos", x);
}

}  // namespace

namespace kernels {
Kernel sin_kernel() { return define(same_type, each<sine>, gradient); }
}  // namespace kernels
}  // namespace kassay::reference
