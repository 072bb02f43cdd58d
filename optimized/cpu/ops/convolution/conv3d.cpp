#include "optimized/cpu/convolution.h"

namespace kassay::optimized::kernels {

Kernel conv3d_kernel() { return define(convolve_along_lists); }

}  // namespace kassay::optimized::kernels
