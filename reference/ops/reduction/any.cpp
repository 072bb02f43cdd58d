#include <algorithm>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/truth.h"

namespace kassay::reference::any_op {
namespace {

// any.value, any.empty
Real any_of(const Slice& elements) {
  return std::any_of(elements.begin(), elements.end(), is_true) ? 1 : 0;
}

}  // namespace

// By the signature and the pieces named below: any.truth, any.dtype
// any.axis, any.axis-none, any.axis-negative, any.axis-list, any.rank, any.keepdims,
// any.keepdims-elsewhere, any.axis-range
Kernel kernel() { return define(truth_type, reduce_slices<any_of>); }

}  // namespace kassay::reference::any_op
