#include "optimized/cpu/ops/shape/spatial_padding.h"

namespace kassay::optimized::spatial_2d_padding_op {

Kernel kernel() { return define_padding<zeros_before<2>>(); }

}  // namespace kassay::optimized::spatial_2d_padding_op
