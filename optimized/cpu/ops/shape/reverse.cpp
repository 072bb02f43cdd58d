#include "optimized/cpu/internal_operations.h"
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

bool compute(const Tensor& x, const Axes& axes, Tensor& result) {
  return move(x, path(x.shape(), axes), result);
}
bool compute_back(const Tensor& x, const Axes& axes, const Tensor& g, std::int64_t,
                  Tensor& result) {
  return move_back(g, path(x.shape(), axes), result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define_move(compute_back); }

}  // namespace kassay::optimized::reverse_op
