#include "optimized/cpu/ops/shape/spatial_padding.h"

namespace kassay::optimized::spatial_3d_padding_op {

Kernel kernel() { return define_move(spatially_padded<3>); }
Kernel back() { return define_move(spatially_cut<3>); }

}  // namespace kassay::optimized::spatial_3d_padding_op
