#include <numeric>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/reduction.h"

namespace kassay::reference::sum_op {
namespace {

// sum.value, sum.special; sum.empty: the sum begins at 0
Real sum_of(const Slice& elements) {
  return std::accumulate(elements.begin(), elements.end(), Real{0});
}

Expression gradient(const Expression& x, const Axes& axis, bool /*keepdims*/, const Expression&,
                    const Expression& g) {
  return spread(g, x, axis);
}

}  // namespace

// sum.axis, sum.axis-none, sum.axis-negative, sum.axis-list, sum.rank, sum.keepdims,
// sum.axis-range, sum.integers
Kernel kernel() { return define(reduced_type, reduce_slices<sum_of>, gradient); }

}  // namespace kassay::reference::sum_op
