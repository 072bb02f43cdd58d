#include <functional>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/cumulative.h"

namespace kassay::reference::cumsum_op {
namespace {

Expression reversed(const Expression& x, std::int64_t axis) { return apply("reverse", x, axis); }

Expression gradient(const Expression&, std::int64_t axis, const Expression&, const Expression& g) {
  return reversed(apply("cumsum", reversed(g, axis), axis), axis);
}

}  // namespace

// By the signature and the pieces named below: cumsum.axis-negative, cumsum.shape,
// cumsum.integers, cumsum.axis-range
// cumsum.value, cumsum.inclusive, cumsum.axis, cumsum.default-axis, cumsum.special
Kernel kernel() { return define(cumulative_type, accumulate_along<std::plus<Real>>, gradient); }

}  // namespace kassay::reference::cumsum_op
