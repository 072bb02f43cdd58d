#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// tanh.value, tanh.stable, tanh.special
Real hyperbolic_tangent(Real x) { return std::tanh(x); }

}  // namespace

namespace kernels {
Kernel tanh_kernel() { return define(same_type, each<hyperbolic_tangent>); }
}  // namespace kernels
}  // namespace kassay::reference
