#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// less.value, less.nan, less.number
bool is_below(Real x, Real y) { return x < y; }

}  // namespace

namespace kernels {
// less.broadcast, less.shapes, less.bool
Kernel less_kernel() { return define(truth_type, each_pair<is_below>); }
}  // namespace kernels
}  // namespace kassay::reference
