#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::greater_op {
namespace {

// greater.value, greater.nan, greater.number
bool exceeds(Real x, Real y) { return x > y; }

}  // namespace

// greater.broadcast, greater.shapes, greater.bool
Kernel kernel() { return define(truth_type, each_pair<exceeds>); }

}  // namespace kassay::reference::greater_op
