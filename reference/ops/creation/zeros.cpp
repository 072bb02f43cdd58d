#include "reference/ops/creation/filled.h"

namespace kassay::reference::zeros_op {

// zeros.value, zeros.shape, zeros.symbolic-shape, zeros.dtype, zeros.default-dtype,
// zeros.set-floatx, zeros.variable, zeros.name
Kernel kernel() { return define_variable(filled_type, filled<0>); }

}  // namespace kassay::reference::zeros_op
