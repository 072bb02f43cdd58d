#include "reference/ops/creation/filled.h"

namespace kassay::reference::ones_like_op {

// ones_like.value, ones_like.shape, ones_like.dtype, ones_like.default-dtype, ones_like.default-dtype-choice, ones_like.name
Kernel kernel() { return define(filled_like_type, filled_like<1>); }

}  // namespace kassay::reference::ones_like_op
