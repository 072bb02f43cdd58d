#include "optimized/cpu/movement.h"
#include "reference/graph/sizes.h"

namespace kassay::optimized::tile_op {
namespace {

using reference::Sizes;

Path path(const Shape& x, const Sizes& n) {
  const Integers strides = strides_of(x);
  Shape shape;
  Integers x_strides;
  for (std::size_t d = 0; d < x.size(); ++d) {
    shape.insert(shape.end(), {n.numbers[d], x[d]});
    x_strides.insert(x_strides.end(), {0, strides[d]});
  }
  return path_to_all(shape, x_strides);
}

}  // namespace

Kernel kernel() { return define_repeating<path>(); }

}  // namespace kassay::optimized::tile_op
