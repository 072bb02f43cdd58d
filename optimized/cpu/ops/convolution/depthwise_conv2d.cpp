#include "optimized/cpu/convolution.h"

namespace kassay::optimized::depthwise_conv2d_op {

Kernel kernel() { return define(convolve_depthwise); }

}  // namespace kassay::optimized::depthwise_conv2d_op
