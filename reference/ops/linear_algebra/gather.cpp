#include <string>

#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::gather_op {
namespace {

// gather.shape
Shape result_shape(const Shape& reference, const Shape& indices) {
  Shape shape = indices;
  shape.insert(shape.end(), reference.begin() + 1, reference.end());
  return shape;
}

// gather.dtype, gather.integers
TensorType infer(const TensorType& reference, const IntegerType& indices) {
  if (reference.rank() == 0) throw ApiError(ErrorKind::kValue, "a scalar has no entries");
  return {reference.dtype, result_shape(reference.shape, indices.shape)};
}

// gather.negative, gather.range
std::int64_t counted_from_start(std::int64_t index, std::int64_t count) {
  if (index < -count || index >= count) {
    throw ApiError(ErrorKind::kIndex, "index " + std::to_string(index) + " into " +
                                          std::to_string(count) + " entries");
  }
  return index < 0 ? index + count : index;
}

// gather.value, gather.first-axis, gather.repeated, gather.copy
Array compute(const Array& reference, const Array& indices) {
  Array result(result_shape(reference.shape(), indices.shape()));
  for_each_index(result.shape(), [&](const Index& index) {
    const Index of_indices(index.begin(), index.begin() + indices.rank());
    Index of_reference(index.begin() + indices.rank(), index.end());
    const auto entry = static_cast<std::int64_t>(indices[of_indices]);
    of_reference.insert(of_reference.begin(), counted_from_start(entry, reference.shape()[0]));
    result[index] = reference[of_reference];
  });
  return result;
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::gather_op
