#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// sigmoid.value, sigmoid.special; sigmoid.stable: 1 / (1 + Inf) is 0
Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

}  // namespace

namespace kernels {
Kernel sigmoid_kernel() { return define(same_type, each<sigmoid>); }
}  // namespace kernels
}  // namespace kassay::reference
