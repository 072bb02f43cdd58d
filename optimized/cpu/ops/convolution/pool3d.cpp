#include "optimized/cpu/convolution.h"

namespace kassay::optimized::pool3d_op {

Kernel kernel() { return define(pool_images); }

}  // namespace kassay::optimized::pool3d_op
