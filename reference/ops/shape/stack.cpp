#include "reference/arrays/axes.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/equal_shapes.h"
#include "reference/ops/shape/move_elements.h"

namespace kassay::reference::stack_op {
namespace {

// stack.value, stack.axis, stack.negative-axis, stack.axis-range, stack.shapes, stack.nothing
TensorType infer(const std::vector<TensorType>& x, std::int64_t axis) {
  const TensorType common = common_type(x);
  const std::int64_t at = normalize_axis(axis, common.rank() + 1);
  return {common.dtype, with_entry(common.shape, at, static_cast<std::int64_t>(x.size()))};
}

// stack.copies, stack.empty
Array compute(const std::vector<Array>& x, std::int64_t axis) {
  const std::int64_t at = normalize_axis(axis, x.front().rank() + 1);
  Array result(with_entry(x.front().shape(), at, static_cast<std::int64_t>(x.size())));
  for_each_index(result.shape(), [&](const Index& index) {
    const std::int64_t from = index[static_cast<std::size_t>(at)];
    result[index] = x[static_cast<std::size_t>(from)][without_entry(index, at)];
  });
  return result;
}

}  // namespace

// By the signature and the pieces named below: stack.default
Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::stack_op
