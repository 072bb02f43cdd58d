#include "reference/arrays/axes.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::squeeze_op {
namespace {

// squeeze.value, squeeze.negative-axis, squeeze.axis-range, squeeze.not-one
Shape squeezed(const Shape& shape, std::int64_t axis) {
  const std::int64_t at = normalize_axis(axis, static_cast<std::int64_t>(shape.size()));
  const std::int64_t size = shape[static_cast<std::size_t>(at)];
  if (size != 1 && size != kUnknown) {
    throw ApiError(ErrorKind::kValue,
                   "axis " + std::to_string(axis) + " of shape " + to_string(shape) + " is not 1");
  }
  return without_entry(shape, at);
}

TensorType infer(const TensorType& x, std::int64_t axis) {
  return {x.dtype, squeezed(x.shape, axis)};
}

// squeeze.copies, squeeze.empty: a dimension of size 1 leaves the order as it is
Array compute(const Array& x, std::int64_t axis) {
  return in_other_shape(x, squeezed(x.shape(), axis));
}

}  // namespace

// By the signature and the pieces named below: squeeze.data
Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::squeeze_op
