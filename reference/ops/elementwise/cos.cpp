#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::cos_op {
namespace {

// cos.value, cos.radians, cos.special
Real cosine(Real x) { return std::cos(x); }

Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return -(g * apply("sin", x));
}

}  // namespace

Kernel kernel() { return define(same_type, each<cosine>, gradient); }

}  // namespace kassay::reference::cos_op
