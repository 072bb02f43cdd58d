#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"
#include "reference/graph/sizes.h"

namespace kassay::optimized::tile_op {
namespace {

using reference::Sizes;

Path path(const Shape& x, const Integers& n) {
  const Integers strides = strides_of(x);
  Shape shape;
  Integers x_strides;
  for (std::size_t d = 0; d < x.size(); ++d) {
    shape.insert(shape.end(), {n[d], x[d]});
    x_strides.insert(x_strides.end(), {0, strides[d]});
  }
  return path_to_all(shape, x_strides);
}

bool compute(const Tensor& x, const Sizes& n, Tensor& result) {
  return move(x, path(x.shape(), n.numbers), result);
}
bool compute_back(const Tensor& x, const Sizes& n, const Tensor& g, std::int64_t, Tensor& result) {
  return move_back(g, path(x.shape(), n.numbers), result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define(compute_back); }

}  // namespace kassay::optimized::tile_op
