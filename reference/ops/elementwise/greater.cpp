#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// greater.value, greater.nan, greater.number
bool exceeds(Real x, Real y) { return x > y; }

}  // namespace

namespace kernels {
// greater.broadcast, greater.shapes, greater.bool
Kernel greater_kernel() { return define(truth_type, each_pair<exceeds>); }
}  // namespace kernels
}  // namespace kassay::reference
