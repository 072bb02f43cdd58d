#include "reference/ops/convolution/pooling.h"

namespace kassay::reference::kernels {

// CLAUSES
Kernel pool3d_kernel() {
  return define_composite(pool_type_of<3>, pool_of<3>, pool_expression_of<3>);
}

}  // namespace kassay::reference::kernels
