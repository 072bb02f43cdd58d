#include "reference/ops/shape/zero_padding.h"

namespace kassay::reference::spatial_3d_padding_op {

// spatial_3d_padding.value, spatial_3d_padding.configured-format, spatial_3d_padding.default,
// spatial_3d_padding.pairs,
// spatial_3d_padding.channels-last, spatial_3d_padding.channels-first,
// spatial_3d_padding.default-format, spatial_3d_padding.unknown-format,
// spatial_3d_padding.format-case, spatial_3d_padding.copies, spatial_3d_padding.empty,
// spatial_3d_padding.rank, spatial_3d_padding.pattern
Kernel kernel() { return define_moving(spatially_padded_type<3>, spatially_padded<3>); }

}  // namespace kassay::reference::spatial_3d_padding_op
