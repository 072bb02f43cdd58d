#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::not_equal_op {
namespace {

// not_equal.value, not_equal.nan, not_equal.number
bool differs(Real x, Real y) { return x != y; }

}  // namespace

// not_equal.broadcast, not_equal.shapes, not_equal.bool
Kernel kernel() { return define(truth_type, each_pair<differs>); }

}  // namespace kassay::reference::not_equal_op
