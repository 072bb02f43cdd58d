#include "reference/ops/inspection/int_shape.h"

namespace kassay::reference::int_shape_op {

// int_shape.value, int_shape.unknown, int_shape.computed
Kernel kernel() { return define(static_shape); }

}  // namespace kassay::reference::int_shape_op
