#include "reference/ops/convolution/convolution.h"

namespace kassay::reference::kernels {

// CLAUSES
Kernel conv3d_kernel() {
  return define_composite(convolution_type_of<3>, convolved, convolved_expression);
}

}  // namespace kassay::reference::kernels
