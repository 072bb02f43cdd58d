#include "optimized/cpu/convolution.h"

namespace kassay::optimized::separable_conv1d_op {

Kernel kernel() { return define(convolve_separable); }

}  // namespace kassay::optimized::separable_conv1d_op
