#include "reference/ops/convolution/transposed_convolution.h"

namespace kassay::reference::conv3d_transpose_op {

// conv3d_transpose.value, conv3d_transpose.adjoint, conv3d_transpose.correlation,
// conv3d_transpose.kernel-layout, conv3d_transpose.output-shape,
// conv3d_transpose.output-shape-tensor, conv3d_transpose.output-shape-numbers,
// conv3d_transpose.output-shape-none, conv3d_transpose.valid, conv3d_transpose.default-padding,
// conv3d_transpose.same, conv3d_transpose.same-halves, conv3d_transpose.unreached,
// conv3d_transpose.strides, conv3d_transpose.channels-last, conv3d_transpose.channels-first,
// conv3d_transpose.default-format, conv3d_transpose.configured-format, conv3d_transpose.empty,
// conv3d_transpose.nan, conv3d_transpose.precision, conv3d_transpose.format-unknown,
// conv3d_transpose.format-case, conv3d_transpose.padding-unknown, conv3d_transpose.misfit,
// conv3d_transpose.channels-differ, conv3d_transpose.rank, conv3d_transpose.numbers
Kernel kernel() {
  return define_composite(transposed_type_of<3>, transposed<Array>, transposed<Expression>);
}

}  // namespace kassay::reference::conv3d_transpose_op
