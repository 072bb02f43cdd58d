#include <functional>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/position.h"

namespace kassay::reference::argmin_op {
// By the signature and the pieces named below: argmin.axis, argmin.default-axis,
// argmin.axis-negative, argmin.shape, argmin.dtype, argmin.infinite, argmin.axis-range,
// argmin.empty
// argmin.value, argmin.ties
Kernel kernel() { return define(position_type, first_position<std::less<Real>>); }

}  // namespace kassay::reference::argmin_op
