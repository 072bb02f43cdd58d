#include "optimized/cpu/convolution.h"

namespace kassay::optimized::conv2d_op {

Kernel kernel() { return define(convolve); }

}  // namespace kassay::optimized::conv2d_op
