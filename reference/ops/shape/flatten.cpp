#include "reference/ops/shape/move_elements.h"
#include "reference/runtime/dimension.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// flatten.scalar: the product of no dimensions is 1
TensorType infer(const TensorType& x) { return {x.dtype, {product_of_dimensions(x.shape)}}; }

// flatten.value, flatten.row-major, flatten.copies, flatten.empty
Array compute(const Array& x) { return in_other_shape(x, {x.size()}); }

}  // namespace

namespace kernels {
Kernel flatten_kernel() { return define_moving(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
