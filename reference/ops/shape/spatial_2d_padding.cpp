#include "reference/ops/shape/zero_padding.h"

namespace kassay::reference::spatial_2d_padding_op {

// spatial_2d_padding.value, spatial_2d_padding.configured-format, spatial_2d_padding.zeros,
// spatial_2d_padding.default,
// spatial_2d_padding.pairs, spatial_2d_padding.channels-last, spatial_2d_padding.channels-first,
// spatial_2d_padding.default-format, spatial_2d_padding.unknown-format,
// spatial_2d_padding.format-case, spatial_2d_padding.copies, spatial_2d_padding.empty,
// spatial_2d_padding.rank, spatial_2d_padding.pattern, spatial_2d_padding.samples
Kernel kernel() { return define_moving(spatially_padded_type<2>, spatially_padded<2>); }

}  // namespace kassay::reference::spatial_2d_padding_op
