#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::less_op {
namespace {

// less.value, less.nan, less.number
bool is_below(Real x, Real y) { return x < y; }

}  // namespace

// less.broadcast, less.shapes, less.bool
Kernel kernel() { return define(truth_type, each_pair<is_below>); }

}  // namespace kassay::reference::less_op
