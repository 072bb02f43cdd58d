#include "optimized/cpu/movement.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::permute_dimensions_op {
namespace {

Path path(const Shape& x, const Integers& pattern) {
  const Integers strides = strides_of(x);
  Shape shape;
  Integers x_strides;
  for (const std::int64_t dimension : pattern) {
    const auto d = static_cast<std::size_t>(
        reference::normalize_axis(dimension, static_cast<std::int64_t>(x.size())));
    shape.push_back(x[d]);
    x_strides.push_back(strides[d]);
  }
  return path_to_all(shape, x_strides);
}

}  // namespace

Kernel kernel() { return define_path<path>(); }

}  // namespace kassay::optimized::permute_dimensions_op
