#include "reference/ops/inspection/int_shape.h"

namespace kassay::reference::kernels {

// int_shape.value, int_shape.unknown
Kernel int_shape_kernel() { return define(static_shape); }

}  // namespace kassay::reference::kernels
