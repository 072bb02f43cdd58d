#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/reduction.h"

namespace kassay::reference::logsumexp_op {
namespace {

// logsumexp.value; logsumexp.empty: the logarithm of 0
Real log_sum_of_powers(const Slice& elements) {
  Real largest = -std::numeric_limits<Real>::infinity();
  for (const Real element : elements) {
    // logsumexp.special
    if (std::isnan(element)) return element;
    largest = std::max(largest, element);
  }
  // An infinite maximum is the result, and must not be subtracted from itself.
  if (std::isinf(largest)) return largest;
  // logsumexp.stable: the largest exponential is 1, so none overflows and their sum is not 0.
  Real sum = 0;
  for (const Real element : elements) sum += std::exp(element - largest);
  return largest + std::log(sum);
}

Expression gradient(const Expression& x, const Axes& axis, bool /*keepdims*/, const Expression& y,
                    const Expression& g) {
  return spread(g, x, axis) * apply("exp", x - spread(y, x, axis));
}

}  // namespace

// logsumexp.axis, logsumexp.axis-none, logsumexp.axis-negative, logsumexp.axis-list,
// logsumexp.rank, logsumexp.keepdims, logsumexp.axis-range
Kernel kernel() { return define(reduced_type, reduce_slices<log_sum_of_powers>, gradient); }

}  // namespace kassay::reference::logsumexp_op
