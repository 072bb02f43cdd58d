#include "reference/ops/convolution/convolution.h"

namespace kassay::reference::conv1d_op {

// conv1d.value, conv1d.correlation, conv1d.kernel-layout, conv1d.valid, conv1d.default-padding,
// conv1d.same, conv1d.same-halves, conv1d.causal, conv1d.causal-channels-first,
// conv1d.large-kernel, conv1d.strides, conv1d.dilation, conv1d.strides-with-dilation,
// conv1d.channels-last, conv1d.channels-first, conv1d.default-format, conv1d.configured-format,
// conv1d.empty, conv1d.nan, conv1d.precision, conv1d.format-unknown, conv1d.format-case,
// conv1d.format-unknown-ja, conv1d.padding-unknown, conv1d.channels-differ, conv1d.rank,
// conv1d.numbers
Kernel kernel() {
  return define_composite(convolution_type_of<1>, convolve<Array>, convolve<Expression>);
}

}  // namespace kassay::reference::conv1d_op
