#include "reference/ops/creation/filled.h"

namespace kassay::reference::zeros_like_op {

// zeros_like.value, zeros_like.shape, zeros_like.dtype, zeros_like.default-dtype, zeros_like.default-dtype-choice, zeros_like.name
Kernel kernel() { return define(filled_like_type, filled_like<0>); }

}  // namespace kassay::reference::zeros_like_op
