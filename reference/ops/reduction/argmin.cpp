#include <functional>

#include "reference/ops/reduction/position.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace kernels {
// argmin.value, argmin.ties
Kernel argmin_kernel() { return define(position_type, first_position<std::less<Real>>); }
}  // namespace kernels
}  // namespace kassay::reference
