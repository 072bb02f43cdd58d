#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// greater_equal.value, greater_equal.nan, greater_equal.number
bool reaches(Real x, Real y) { return x >= y; }

}  // namespace

namespace kernels {
// greater_equal.broadcast, greater_equal.shapes, greater_equal.bool
Kernel greater_equal_kernel() { return define(truth_type, each_pair<reaches>); }
}  // namespace kernels
}  // namespace kassay::reference
