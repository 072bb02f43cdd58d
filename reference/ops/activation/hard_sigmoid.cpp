#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::hard_sigmoid_op {
namespace {

constexpr Real kCorner = 2.5L;

Real hard_sigmoid(Real x) {
  if (x < -kCorner) return 0;  // hard_sigmoid.low
  if (x > kCorner) return 1;   // hard_sigmoid.high
  return x / 5 + 0.5L;         // hard_sigmoid.middle; hard_sigmoid.special: NaN comes here
}

Expression gradient(const Expression& x, const Expression&, const Expression& g) {
  const Expression sloped = apply("less", apply("abs", x), static_cast<double>(kCorner));
  return select(sloped, g / 5, filled_like(g, 0));
}

}  // namespace

// By the signature and the pieces named below: hard_sigmoid.nan
Kernel kernel() { return define(same_type, each<hard_sigmoid>, gradient); }

}  // namespace kassay::reference::hard_sigmoid_op
