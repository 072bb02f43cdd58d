#include <optional>

#include "optimized/cpu/half.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/matrix_product.h"
#include "optimized/cpu/parallel.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::batch_dot_op {
namespace {

// The contracted dimension of an operand; inference has checked the axes already.
std::int64_t contracted(const Value& axes, std::size_t operand, std::int64_t rank,
                        std::int64_t by_default) {
  std::int64_t axis = by_default;
  if (const auto* both = axes.get_if<std::int64_t>()) axis = *both;
  if (const auto* pair = axes.get_if<List>()) reference::unpack((*pair)[operand], "axes", axis);
  return reference::normalize_axis(axis, rank);
}

// A sample as a matrix whose columns are the contracted dimension; none if that is neither the first nor the last one.
std::optional<MatrixView> as_matrix(const Shape& shape, std::int64_t axis) {
  const std::int64_t length = shape[static_cast<std::size_t>(axis)];
  std::int64_t others = 1;
  for (std::size_t d = 1; d < shape.size(); ++d) {
    if (static_cast<std::int64_t>(d) != axis) others *= shape[d];
  }
  if (axis == static_cast<std::int64_t>(shape.size()) - 1)
    return MatrixView{0, others, length, length, false};
  if (axis == 1) return MatrixView{0, others, length, others, true};
  return std::nullopt;
}

MatrixView sample(MatrixView part, std::int64_t number) {
  part.offset = number * part.rows * part.columns;
  return part;
}

void multiply_samples(const Tensor& x, const MatrixView& left, const Tensor& y, MatrixView right,
                      Tensor& result) {
  // The contracted dimension gives the rows of the right operand.
  std::swap(right.rows, right.columns);
  right.transposed = !right.transposed;
  const std::int64_t cost = left.rows * left.columns * right.columns;
  parallel_blocks(x.shape().front(), 1, cost, [&](std::int64_t i, std::int64_t) {
    multiply(x, sample(left, i), y, sample(right, i), result, i * left.rows * right.columns,
             right.columns);
  });
}

bool compute(const Tensor& x, const Tensor& y, const Value& axes, Tensor& result) {
  const auto left = as_matrix(x.shape(), contracted(axes, 0, x.rank(), -1));
  const auto right = as_matrix(y.shape(), contracted(axes, 1, y.rank(), y.rank() == 2 ? 1 : -2));
  if (!left || !right || !multiplies(x.dtype(), y.dtype())) return false;
  const auto kernel = [&](const Tensor& a, const Tensor& b, Tensor& products) {
    multiply_samples(a, *left, b, *right, products);
  };
  compute_wide(result, kernel, x, y);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::batch_dot_op
