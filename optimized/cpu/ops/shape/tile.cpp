#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::tile_op {
namespace {

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

bool compute(const Tensor& x, const Integers& n, Tensor& result) {
  return move(x, path(x.shape(), n), result);
}
bool compute_back(const Tensor& x, const Integers& n, const Tensor& g, std::int64_t,
                  Tensor& result) {
  return move_back(g, path(x.shape(), n), result);
}

}  // namespace

Kernel kernel() { return define(compute); }
Kernel back() { return define(compute_back); }

}  // namespace kassay::optimized::tile_op
