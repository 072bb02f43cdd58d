#include "reference/ops/convolution/pooling.h"

namespace kassay::reference::pool2d_op {

// pool2d.value, pool2d.dtype, pool2d.max, pool2d.avg, pool2d.default-mode, pool2d.valid,
// pool2d.default-padding, pool2d.same, pool2d.same-halves, pool2d.max-padding,
// pool2d.avg-padding, pool2d.large-window, pool2d.strides, pool2d.channels-last,
// pool2d.channels-first, pool2d.default-format, pool2d.configured-format, pool2d.empty,
// pool2d.infinite, pool2d.lowest, pool2d.nan, pool2d.ties, pool2d.gradient, pool2d.precision,
// pool2d.format-unknown, pool2d.format-case, pool2d.mode-unknown, pool2d.mode-case,
// pool2d.padding-unknown, pool2d.rank, pool2d.numbers
Kernel kernel() { return define_composite(pooled_type_of<2>, pooled, pooled_expression); }

}  // namespace kassay::reference::pool2d_op
