#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// cos.value, cos.radians, cos.special
Real cosine(Real x) { return std::cos(x); }

}  // namespace

namespace kernels {
Kernel cos_kernel() { return define(same_type, each<cosine>); }
}  // namespace kernels
}  // namespace kassay::reference
