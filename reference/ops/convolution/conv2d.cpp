#include "reference/ops/convolution/convolution.h"

namespace kassay::reference::conv2d_op {

// conv2d.value, conv2d.correlation, conv2d.kernel-layout, conv2d.valid, conv2d.default-padding,
// conv2d.same, conv2d.same-halves, conv2d.large-kernel, conv2d.strides, conv2d.dilation,
// conv2d.strides-with-dilation, conv2d.channels-last, conv2d.channels-first, conv2d.default-format,
// conv2d.configured-format, conv2d.empty, conv2d.nan, conv2d.precision, conv2d.format-unknown,
// conv2d.format-case, conv2d.padding-unknown, conv2d.channels-differ, conv2d.rank, conv2d.numbers
Kernel kernel() {
  return define_composite(convolution_type_of<2>, convolve<Array>, convolve<Expression>);
}

}  // namespace kassay::reference::conv2d_op
