#include "reference/ops/creation/filled.h"

namespace kassay::reference::kernels {

// ones.value, ones.shape, ones.symbolic-shape, ones.dtype, ones.default-dtype, ones.set-floatx,
// ones.variable, ones.name
Kernel ones_kernel() { return define_variable(filled_type, filled<1>); }

}  // namespace kassay::reference::kernels
