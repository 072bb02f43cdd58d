#include "reference/arrays/axes.h"
#include "reference/arrays/dimension.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/equal_shapes.h"

namespace kassay::reference::concatenate_op {
namespace {

// concatenate.axis, concatenate.negative-axis, concatenate.axis-range, concatenate.sizes,
// concatenate.nothing
TensorType infer(const std::vector<TensorType>& tensors, std::int64_t axis) {
  const std::int64_t at = normalize_axis(axis, first_of(tensors).rank());
  TensorType result = common_type(tensors, at);
  std::int64_t& size = result.shape[static_cast<std::size_t>(at)];
  size = 0;
  for (const TensorType& tensor : tensors) {
    size = add_dimensions(size, tensor.shape[static_cast<std::size_t>(at)]);
  }
  return result;
}

// concatenate.value, concatenate.copies, concatenate.empty
Array compute(const std::vector<Array>& tensors, std::int64_t axis) {
  const auto at = static_cast<std::size_t>(normalize_axis(axis, tensors.front().rank()));
  Shape shape = tensors.front().shape();
  shape[at] = 0;
  for (const Array& tensor : tensors) shape[at] += tensor.shape()[at];
  Array result(shape);
  std::int64_t filled = 0;
  for (const Array& tensor : tensors) {
    for_each_index(tensor.shape(), [&](const Index& index) {
      Index to = index;
      to[at] += filled;
      result[to] = tensor[index];
    });
    filled += tensor.shape()[at];
  }
  return result;
}

}  // namespace

// By the signature and the pieces named below: concatenate.default, concatenate.sparse,
// concatenate.keyword
Kernel kernel() {
  Kernel kernel = define_moving(infer, compute);
  kernel.keeps_sparse = true;
  return kernel;
}

}  // namespace kassay::reference::concatenate_op
