#include "reference/ops/convolution/pooling.h"

namespace kassay::reference::pool3d_op {

// pool3d.value, pool3d.dtype, pool3d.max, pool3d.avg, pool3d.default-mode, pool3d.valid,
// pool3d.default-padding, pool3d.same, pool3d.same-halves, pool3d.max-padding,
// pool3d.avg-padding, pool3d.large-window, pool3d.strides, pool3d.channels-last,
// pool3d.channels-first, pool3d.default-format, pool3d.configured-format, pool3d.empty,
// pool3d.infinite, pool3d.lowest, pool3d.nan, pool3d.ties, pool3d.gradient, pool3d.precision,
// pool3d.format-unknown, pool3d.format-case, pool3d.mode-unknown, pool3d.mode-case,
// pool3d.padding-unknown, pool3d.rank, pool3d.numbers
Kernel kernel() { return define_composite(pooled_type_of<3>, pooled, pooled_expression); }

}  // namespace kassay::reference::pool3d_op
