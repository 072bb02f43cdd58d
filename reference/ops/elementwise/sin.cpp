#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::sin_op {
namespace {

// sin.value, sin.radians, sin.special
Real sine(Real x) { return std::sin(x); }

Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g * apply("cos", x);
}

}  // namespace

Kernel kernel() { return define(same_type, each<sine>, gradient); }

}  // namespace kassay::reference::sin_op
