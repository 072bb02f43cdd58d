#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::equal_op {
namespace {

// equal.value, equal.nan, equal.number
bool equals(Real x, Real y) { return x == y; }

}  // namespace

// equal.broadcast, equal.shapes, equal.bool
Kernel kernel() { return define(truth_type, each_pair<equals>); }

}  // namespace kassay::reference::equal_op
