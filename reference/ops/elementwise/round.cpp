#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// round.value, round.dtype, round.special; round.ties, round.ties-untold: the mode that C++ starts
// with is half to even
Real nearest_integer(Real x) { return std::nearbyint(x); }

}  // namespace

namespace kernels {
Kernel round_kernel() { return define(same_type, each<nearest_integer>); }
}  // namespace kernels
}  // namespace kassay::reference
