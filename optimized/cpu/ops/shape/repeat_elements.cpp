#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::repeat_elements_op {
namespace {

Path path(const Shape& x, std::int64_t rep, std::int64_t axis) {
  Integers times(x.size(), 1);
  const auto rank = static_cast<std::int64_t>(x.size());
  times[static_cast<std::size_t>(reference::normalize_axis(axis, rank))] = rep;
  return path_of_repetition(x, times);
}

bool compute(const Tensor& x, std::int64_t rep, std::int64_t axis, Tensor& result) {
  return move(x, path(x.shape(), rep, axis), result);
}
bool compute_back(const Tensor& x, std::int64_t rep, std::int64_t axis, const Tensor& g,
                  std::int64_t, Tensor& result) {
  return move_back(g, path(x.shape(), rep, axis), result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define(compute_back); }

}  // namespace kassay::optimized::repeat_elements_op
