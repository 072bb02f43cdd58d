#include "reference/ops/creation/filled.h"

namespace kassay::reference::ones_op {

// ones.value, ones.shape, ones.symbolic-shape, ones.dtype, ones.default-dtype, ones.set-floatx,
// ones.variable, ones.name
Kernel kernel() { return define_variable(filled_type, filled<1>); }

}  // namespace kassay::reference::ones_op
