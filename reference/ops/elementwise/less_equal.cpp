#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// less_equal.value, less_equal.nan, less_equal.number
bool is_at_most(Real x, Real y) { return x <= y; }

}  // namespace

namespace kernels {
// less_equal.broadcast, less_equal.shapes, less_equal.bool
Kernel less_equal_kernel() { return define(truth_type, each_pair<is_at_most>); }
}  // namespace kernels
}  // namespace kassay::reference
