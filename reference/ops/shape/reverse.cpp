#include "reference/arrays/axes.h"
#include "reference/graph/kernel.h"
#include "reference/ops/shape/move_elements.h"
#include "spec/lib/error.h"

namespace kassay::reference::reverse_op {
namespace {

// reverse.axes, reverse.negative-axes, reverse.axis-range, reverse.twice
TensorType infer(const TensorType& x, const Axes& axes) {
  if (!axes.named) {
    throw mismatch(ErrorKind::kType, "axes", "an int, or a list or tuple of ints", None{});
  }
  normalize_axes(axes, x.rank());
  return x;
}

// reverse.value, reverse.none, reverse.copies, reverse.empty
Array compute(const Array& x, const Axes& axes) {
  const std::vector<std::int64_t> reversed = normalize_axes(axes, x.rank());
  return move_elements(x, x.shape(), [&](Index index) {
    for (const std::int64_t axis : reversed) {
      const auto d = static_cast<std::size_t>(axis);
      index[d] = x.shape()[d] - 1 - index[d];
    }
    return index;
  });
}

}  // namespace

Kernel kernel() { return define_moving(infer, compute); }

}  // namespace kassay::reference::reverse_op
