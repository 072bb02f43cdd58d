#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference::depthwise_conv2d_op {

// depthwise_conv2d.value, depthwise_conv2d.channel-order, depthwise_conv2d.correlation,
// depthwise_conv2d.kernel-layout, depthwise_conv2d.valid, depthwise_conv2d.default-padding,
// depthwise_conv2d.same, depthwise_conv2d.same-halves, depthwise_conv2d.large-kernel,
// depthwise_conv2d.strides, depthwise_conv2d.unequal-strides, depthwise_conv2d.dilation,
// depthwise_conv2d.strides-with-dilation, depthwise_conv2d.channels-last,
// depthwise_conv2d.channels-first, depthwise_conv2d.default-format,
// depthwise_conv2d.configured-format, depthwise_conv2d.empty, depthwise_conv2d.nan,
// depthwise_conv2d.precision, depthwise_conv2d.format-unknown, depthwise_conv2d.format-case,
// depthwise_conv2d.padding-unknown, depthwise_conv2d.channels-differ, depthwise_conv2d.rank,
// depthwise_conv2d.numbers
Kernel kernel() {
  return define_composite(depthwise_type_of<2>, depthwise<Array>, depthwise<Expression>);
}

}  // namespace kassay::reference::depthwise_conv2d_op
