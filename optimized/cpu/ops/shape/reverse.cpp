#include "optimized/cpu/movement.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::reverse_op {
namespace {

Path path(const Shape& x, const Axes& axes) {
  Integers strides = strides_of(x);
  std::int64_t start = 0;
  for (const std::int64_t axis :
       reference::normalize_axes(axes, static_cast<std::int64_t>(x.size()))) {
    const auto d = static_cast<std::size_t>(axis);
    start += (x[d] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  return path_to_all(x, strides, start);
}

}  // namespace

Kernel kernel() { return define_path<path>(); }

}  // namespace kassay::optimized::reverse_op
