#include <functional>

#include "reference/ops/reduction/position.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace kernels {
// argmax.value, argmax.ties
Kernel argmax_kernel() { return define(position_type, first_position<std::greater<Real>>); }
}  // namespace kernels
}  // namespace kassay::reference
