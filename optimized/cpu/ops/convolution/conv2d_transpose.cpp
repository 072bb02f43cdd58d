#include "optimized/cpu/convolution.h"

namespace kassay::optimized::conv2d_transpose_op {

Kernel kernel() { return define(convolve_transposed); }

}  // namespace kassay::optimized::conv2d_transpose_op
