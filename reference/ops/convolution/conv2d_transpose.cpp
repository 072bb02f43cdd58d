#include "reference/ops/convolution/transposed_convolution.h"

namespace kassay::reference::conv2d_transpose_op {

// conv2d_transpose.value, conv2d_transpose.adjoint, conv2d_transpose.correlation,
// conv2d_transpose.kernel-layout, conv2d_transpose.output-shape,
// conv2d_transpose.output-shape-tensor, conv2d_transpose.output-shape-numbers,
// conv2d_transpose.output-shape-none, conv2d_transpose.valid, conv2d_transpose.default-padding,
// conv2d_transpose.same, conv2d_transpose.same-halves, conv2d_transpose.unreached,
// conv2d_transpose.strides, conv2d_transpose.dilation, conv2d_transpose.dilation-freedom,
// conv2d_transpose.channels-last, conv2d_transpose.channels-first,
// conv2d_transpose.default-format, conv2d_transpose.configured-format, conv2d_transpose.empty,
// conv2d_transpose.nan, conv2d_transpose.precision, conv2d_transpose.format-unknown,
// conv2d_transpose.format-case, conv2d_transpose.padding-unknown, conv2d_transpose.misfit,
// conv2d_transpose.channels-differ, conv2d_transpose.rank, conv2d_transpose.numbers
Kernel kernel() {
  return define_composite(transposed_type_of<2>, transposed<Array>, transposed<Expression>);
}

}  // namespace kassay::reference::conv2d_transpose_op
