#include "reference/arrays/dimension.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::batch_flatten_op {
namespace {

// batch_flatten.scalar; batch_flatten.vector: the product of no dimensions is 1
Shape matrix(const Shape& shape) {
  if (shape.empty()) {
    throw ApiError(ErrorKind::kValue, "argument x: a tensor of rank 0 has no dimension to keep");
  }
  return {shape.front(), product_of_dimensions(shape, 1)};
}

TensorType infer(const TensorType& x) { return {x.dtype, matrix(x.shape)}; }

// batch_flatten.value, batch_flatten.row-major, batch_flatten.copies, batch_flatten.empty
Array compute(const Array& x) { return in_other_shape(x, matrix(x.shape())); }

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::batch_flatten_op
