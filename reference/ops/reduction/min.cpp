#include <cmath>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/reduction.h"

namespace kassay::reference::min_op {
namespace {

// min.value, min.special, min.erratum
Real smallest_of(const Slice& elements) {
  Real smallest = elements.front();
  for (const Real element : elements) {
    // min.nan
    if (std::isnan(element)) return element;
    if (element < smallest) smallest = element;
  }
  return smallest;
}

}  // namespace

// min.axis, min.axis-none, min.axis-negative, min.axis-list, min.rank, min.keepdims,
// min.axis-range, min.empty
Kernel kernel() {
  return define(reduced_type_of_elements, reduce_slices<smallest_of>, gradient_of_extreme);
}

}  // namespace kassay::reference::min_op
