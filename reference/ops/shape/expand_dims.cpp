#include "reference/arrays/axes.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"

namespace kassay::reference::expand_dims_op {
namespace {

// expand_dims.value, expand_dims.axis, expand_dims.negative-axis, expand_dims.axis-range
Shape expanded(const Shape& shape, std::int64_t axis) {
  const auto rank = static_cast<std::int64_t>(shape.size()) + 1;
  return with_entry(shape, normalize_axis(axis, rank), 1);
}

TensorType infer(const TensorType& x, std::int64_t axis) {
  return {x.dtype, expanded(x.shape, axis)};
}

// expand_dims.copies, expand_dims.empty: a dimension of size 1 leaves the order as it is
Array compute(const Array& x, std::int64_t axis) {
  return in_other_shape(x, expanded(x.shape(), axis));
}

}  // namespace

// By the signature and the pieces named below: expand_dims.default
Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::expand_dims_op
