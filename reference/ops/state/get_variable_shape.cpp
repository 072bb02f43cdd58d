#include "reference/ops/inspection/int_shape.h"

namespace kassay::reference::get_variable_shape_op {

// get_variable_shape.value, get_variable_shape.integers, get_variable_shape.scalar,
// get_variable_shape.after
Kernel kernel() { return define(static_shape); }

}  // namespace kassay::reference::get_variable_shape_op
