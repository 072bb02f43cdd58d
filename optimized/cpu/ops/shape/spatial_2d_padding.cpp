#include "optimized/cpu/ops/shape/spatial_padding.h"

namespace kassay::optimized::spatial_2d_padding_op {

Kernel kernel() { return define_move(spatially_padded<2>); }
Kernel back() { return define_move(spatially_cut<2>); }

}  // namespace kassay::optimized::spatial_2d_padding_op
