#include "optimized/cpu/convolution.h"

namespace kassay::optimized::pool2d_op {

Kernel kernel() { return define(pool_images); }

}  // namespace kassay::optimized::pool2d_op
