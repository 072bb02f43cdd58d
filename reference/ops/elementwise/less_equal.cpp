#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::less_equal_op {
namespace {

// less_equal.value, less_equal.nan, less_equal.number
bool is_at_most(Real x, Real y) { return x <= y; }

}  // namespace

// less_equal.broadcast, less_equal.shapes, less_equal.bool
Kernel kernel() { return define(truth_type, each_pair<is_at_most>); }

}  // namespace kassay::reference::less_equal_op
