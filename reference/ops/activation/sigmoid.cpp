#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::sigmoid_op {
namespace {

// sigmoid.value, sigmoid.special; sigmoid.stable: 1 / (1 + Inf) is 0; sigmoid.small: a small result
// is the inverse of a large sum
Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

Expression gradient(const Expression& x, const Expression& y, const Expression& g) {
  return g * (y * apply("sigmoid", -x));
}

}  // namespace

Kernel kernel() { return define(same_type, each<sigmoid>, gradient); }

}  // namespace kassay::reference::sigmoid_op
