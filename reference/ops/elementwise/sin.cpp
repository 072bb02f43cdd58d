#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// sin.value, sin.radians, sin.special
Real sine(Real x) { return std::sin(x); }

}  // namespace

namespace kernels {
Kernel sin_kernel() { return define(same_type, each<sine>); }
}  // namespace kernels
}  // namespace kassay::reference
