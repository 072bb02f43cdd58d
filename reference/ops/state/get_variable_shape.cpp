#include "reference/ops/inspection/int_shape.h"

namespace kassay::reference::kernels {

// get_variable_shape.value, get_variable_shape.integers, get_variable_shape.scalar,
// get_variable_shape.after
Kernel get_variable_shape_kernel() { return define(static_shape); }

}  // namespace kassay::reference::kernels
