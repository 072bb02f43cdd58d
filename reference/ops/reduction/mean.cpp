#include <numeric>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/reduction.h"

namespace kassay::reference::mean_op {
namespace {

// mean.value, mean.heading, mean.special; mean.empty: 0/0 is NaN
Real mean_of(const Slice& elements) {
  return std::accumulate(elements.begin(), elements.end(), Real{0}) /
         static_cast<Real>(elements.size());
}

Expression gradient(const Expression& x, const Axes& axis, bool /*keepdims*/, const Expression&,
                    const Expression& g) {
  return spread(g / slice_size(x, axis), x, axis);
}

}  // namespace

// mean.axis, mean.axis-none, mean.axis-negative, mean.axis-list, mean.rank, mean.keepdims,
// mean.axis-range, mean.integers
Kernel kernel() { return define(reduced_float_type, reduce_slices<mean_of>, gradient); }

}  // namespace kassay::reference::mean_op
