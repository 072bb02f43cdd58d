#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::softsign_op {
namespace {

// softsign.value, softsign.undescribed, softsign.special; softsign.infinite: Inf / Inf is NaN
Real softsign(Real x) { return x / (1 + std::fabs(x)); }

// gradients.softsign
Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  return g / apply("square", 1 + apply("abs", x));
}

}  // namespace

Kernel kernel() { return define(same_type, each<softsign>, gradient); }

}  // namespace kassay::reference::softsign_op
