#include <algorithm>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/truth.h"

namespace kassay::reference::all_op {
namespace {

// all.value, all.empty
Real all_of(const Slice& elements) {
  return std::all_of(elements.begin(), elements.end(), is_true) ? 1 : 0;
}

}  // namespace

// By the signature and the pieces named below: all.truth, all.dtype
// all.axis, all.axis-none, all.axis-negative, all.axis-list, all.rank, all.keepdims,
// all.keepdims-elsewhere, all.axis-range
Kernel kernel() { return define(truth_type, reduce_slices<all_of>); }

}  // namespace kassay::reference::all_op
