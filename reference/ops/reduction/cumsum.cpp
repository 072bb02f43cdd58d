#include <functional>

#include "reference/ops/reduction/cumulative.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace kernels {
// By the signature and the pieces named below: cumsum.axis-negative, cumsum.shape,
// cumsum.integers, cumsum.axis-range
// cumsum.value, cumsum.inclusive, cumsum.axis, cumsum.default-axis, cumsum.special
Kernel cumsum_kernel() { return define(cumulative_type, accumulate_along<std::plus<Real>>); }
}  // namespace kernels
}  // namespace kassay::reference
