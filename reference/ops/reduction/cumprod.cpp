#include <functional>

#include "reference/ops/reduction/cumulative.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace kernels {
// By the signature and the pieces named below: cumprod.axis-negative, cumprod.shape,
// cumprod.integers, cumprod.axis-range
// cumprod.value, cumprod.inclusive, cumprod.axis, cumprod.default-axis, cumprod.special
Kernel cumprod_kernel() { return define(cumulative_type, accumulate_along<std::multiplies<Real>>); }
}  // namespace kernels
}  // namespace kassay::reference
