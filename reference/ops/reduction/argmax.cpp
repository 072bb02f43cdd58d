#include <functional>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/position.h"

namespace kassay::reference::argmax_op {
// By the signature and the pieces named below: argmax.axis, argmax.default-axis,
// argmax.axis-negative, argmax.shape, argmax.dtype, argmax.infinite, argmax.axis-range,
// argmax.empty
// argmax.value, argmax.ties
Kernel kernel() { return define(position_type, first_position<std::greater<Real>>); }

}  // namespace kassay::reference::argmax_op
