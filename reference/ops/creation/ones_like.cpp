#include "reference/ops/creation/filled.h"

namespace kassay::reference::kernels {

// ones_like.value, ones_like.shape, ones_like.dtype, ones_like.default-dtype, ones_like.default-dtype-choice, ones_like.name
Kernel ones_like_kernel() { return define(filled_like_type, filled_like<1>); }

}  // namespace kassay::reference::kernels
