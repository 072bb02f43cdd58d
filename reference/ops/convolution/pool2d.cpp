#include "reference/ops/convolution/pooling.h"

namespace kassay::reference::kernels {

// CLAUSES
Kernel pool2d_kernel() {
  return define_composite(pool_type_of<2>, pool_of<2>, pool_expression_of<2>);
}

}  // namespace kassay::reference::kernels
