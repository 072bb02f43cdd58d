#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::square_op {
namespace {

// square.value, square.dtype, square.special
Real squared(Real x) { return x * x; }

Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g * (2 * x);
}

}  // namespace

Kernel kernel() { return define(same_type, each<squared>, gradient); }

}  // namespace kassay::reference::square_op
