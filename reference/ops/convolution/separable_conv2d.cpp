#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference::separable_conv2d_op {

// separable_conv2d.stages, separable_conv2d.depthwise, separable_conv2d.channel-order,
// separable_conv2d.pointwise, separable_conv2d.strides-once, separable_conv2d.correlation,
// separable_conv2d.kernel-layout, separable_conv2d.valid, separable_conv2d.default-padding,
// separable_conv2d.same, separable_conv2d.same-halves, separable_conv2d.large-kernel,
// separable_conv2d.strides, separable_conv2d.unequal-strides, separable_conv2d.dilation,
// separable_conv2d.strides-with-dilation, separable_conv2d.channels-last,
// separable_conv2d.channels-first, separable_conv2d.default-format,
// separable_conv2d.configured-format, separable_conv2d.empty, separable_conv2d.nan,
// separable_conv2d.precision, separable_conv2d.format-unknown, separable_conv2d.format-case,
// separable_conv2d.padding-unknown, separable_conv2d.channels-differ,
// separable_conv2d.pointwise-shape, separable_conv2d.rank, separable_conv2d.numbers
Kernel kernel() {
  return define_composite(separable_type_of<2>, separable<Array>, separable<Expression>);
}

}  // namespace kassay::reference::separable_conv2d_op
