#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// not_equal.value, not_equal.nan, not_equal.number
bool differs(Real x, Real y) { return x != y; }

}  // namespace

namespace kernels {
// not_equal.broadcast, not_equal.shapes, not_equal.bool
Kernel not_equal_kernel() { return define(truth_type, each_pair<differs>); }
}  // namespace kernels
}  // namespace kassay::reference
