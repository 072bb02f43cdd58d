#include "optimized/cpu/convolution.h"

namespace kassay::optimized::conv1d_op {

Kernel kernel() { return define(convolve); }

}  // namespace kassay::optimized::conv1d_op
