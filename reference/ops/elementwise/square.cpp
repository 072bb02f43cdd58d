#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// square.value, square.dtype, square.special
Real squared(Real x) { return x * x; }

}  // namespace

namespace kernels {
Kernel square_kernel() { return define(same_type, each<squared>); }
}  // namespace kernels
}  // namespace kassay::reference
