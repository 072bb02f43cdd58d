#include "optimized/cpu/convolution.h"

namespace kassay::optimized::separable_conv2d_op {

Kernel kernel() { return define(convolve_separable); }

}  // namespace kassay::optimized::separable_conv2d_op
