#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// less.value, less.bool, less.nan, less.number
bool is_below(Real x, Real y) { return x < y; }

}  // namespace

namespace kernels {
Kernel less_kernel() { return define(truth_type, each_pair<is_below>); }
}  // namespace kernels
}  // namespace kassay::reference
