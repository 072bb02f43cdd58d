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

}  // namespace

Kernel kernel() { return define_repeating<path>(); }

}  // namespace kassay::optimized::repeat_elements_op
