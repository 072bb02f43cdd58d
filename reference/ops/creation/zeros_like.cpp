#include "reference/ops/creation/filled.h"

namespace kassay::reference::kernels {

// zeros_like.value, zeros_like.shape, zeros_like.dtype, zeros_like.default-dtype, zeros_like.default-dtype-choice, zeros_like.name
Kernel zeros_like_kernel() { return define(filled_like_type, filled_like<0>); }

}  // namespace kassay::reference::kernels
