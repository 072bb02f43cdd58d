#include "reference/ops/convolution/depthwise_convolution.h"

namespace kassay::reference::separable_conv1d_op {

// separable_conv1d.stages, separable_conv1d.depthwise, separable_conv1d.channel-order,
// separable_conv1d.pointwise, separable_conv1d.strides-once, separable_conv1d.correlation,
// separable_conv1d.kernel-layout, separable_conv1d.valid, separable_conv1d.default-padding,
// separable_conv1d.same, separable_conv1d.same-halves, separable_conv1d.large-kernel,
// separable_conv1d.strides, separable_conv1d.dilation, separable_conv1d.strides-with-dilation,
// separable_conv1d.channels-last, separable_conv1d.channels-first,
// separable_conv1d.default-format, separable_conv1d.configured-format, separable_conv1d.empty,
// separable_conv1d.nan, separable_conv1d.precision, separable_conv1d.format-unknown,
// separable_conv1d.format-case, separable_conv1d.padding-unknown,
// separable_conv1d.channels-differ, separable_conv1d.pointwise-shape, separable_conv1d.rank,
// separable_conv1d.numbers
Kernel kernel() {
  return define_composite(separable_type_of<1>, separable<Array>, separable<Expression>);
}

}  // namespace kassay::reference::separable_conv1d_op
