#include "reference/ops/convolution/convolution.h"

namespace kassay::reference::conv3d_op {

// conv3d.value, conv3d.correlation, conv3d.kernel-layout, conv3d.valid, conv3d.default-padding,
// conv3d.same, conv3d.same-halves, conv3d.large-kernel, conv3d.strides, conv3d.dilation,
// conv3d.strides-with-dilation, conv3d.channels-last, conv3d.channels-first,
// conv3d.default-format, conv3d.configured-format, conv3d.empty, conv3d.nan, conv3d.precision,
// conv3d.format-unknown, conv3d.format-case, conv3d.padding-unknown, conv3d.channels-differ,
// conv3d.rank, conv3d.numbers
Kernel kernel() {
  return define_composite(convolution_type_of<3>, convolve<Array>, convolve<Expression>);
}

}  // namespace kassay::reference::conv3d_op
