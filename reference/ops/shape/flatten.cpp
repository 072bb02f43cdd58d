#include "reference/arrays/dimension.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"

namespace kassay::reference::flatten_op {
namespace {

// flatten.scalar: the product of no dimensions is 1
TensorType infer(const TensorType& x) { return {x.dtype, {product_of_dimensions(x.shape)}}; }

// flatten.value, flatten.row-major, flatten.copies, flatten.empty
Array compute(const Array& x) { return in_other_shape(x, {x.size()}); }

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::flatten_op
