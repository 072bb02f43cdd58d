#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::greater_equal_op {
namespace {

// greater_equal.value, greater_equal.nan, greater_equal.number
bool reaches(Real x, Real y) { return x >= y; }

}  // namespace

// greater_equal.broadcast, greater_equal.shapes, greater_equal.bool
Kernel kernel() { return define(truth_type, each_pair<reaches>); }

}  // namespace kassay::reference::greater_equal_op
