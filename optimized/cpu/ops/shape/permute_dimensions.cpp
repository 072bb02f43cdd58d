#include "optimized/cpu/internal_operations.h"
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

bool compute(const Tensor& x, const Integers& pattern, Tensor& result) {
  return move(x, path(x.shape(), pattern), result);
}
bool compute_back(const Tensor& x, const Integers& pattern, const Tensor& g, std::int64_t,
                  Tensor& result) {
  return move_back(g, path(x.shape(), pattern), result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define_move(compute_back); }

}  // namespace kassay::optimized::permute_dimensions_op
