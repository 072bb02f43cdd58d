#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::softplus_op {
namespace {

// softplus.value; softplus.stable: the argument of exp is never above 0; softplus.special
// log1p: more exact than softplus.small demands
Real softplus(Real x) { return (x < 0 ? 0 : x) + std::log1p(std::exp(-std::fabs(x))); }

Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g * apply("sigmoid", x);
}

}  // namespace

Kernel kernel() { return define(same_type, each<softplus>, gradient); }

}  // namespace kassay::reference::softplus_op
