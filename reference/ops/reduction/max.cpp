#include <cmath>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/reduction.h"

namespace kassay::reference::max_op {
namespace {

// max.value, max.special
Real largest_of(const Slice& elements) {
  Real largest = elements.front();
  for (const Real element : elements) {
    // max.nan
    if (std::isnan(element)) return element;
    if (element > largest) largest = element;
  }
  return largest;
}

}  // namespace

// max.axis, max.axis-none, max.axis-negative, max.axis-list, max.rank, max.keepdims,
// max.axis-range, max.empty
Kernel kernel() {
  return define(reduced_type_of_elements, reduce_slices<largest_of>, gradient_of_extreme);
}

}  // namespace kassay::reference::max_op
