#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// equal.value, equal.nan, equal.number
bool equals(Real x, Real y) { return x == y; }

}  // namespace

namespace kernels {
// equal.broadcast, equal.shapes, equal.bool
Kernel equal_kernel() { return define(truth_type, each_pair<equals>); }
}  // namespace kernels
}  // namespace kassay::reference
