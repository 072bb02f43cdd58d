#include "optimized/cpu/half.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/matrix_product.h"

namespace kassay::optimized::dot_op {
namespace {

// x becomes a matrix whose rows are all its dimensions but the last; y becomes a stack of matrices, whose products interleave in the
// result.
void multiply_stack(const Tensor& x, const Tensor& y, Tensor& result) {
  const std::int64_t length = x.shape().back();
  const std::int64_t columns = y.rank() == 1 ? 1 : y.shape().back();
  const std::int64_t rows = element_count(Shape(x.shape().begin(), x.shape().end() - 1));
  const std::int64_t stack =
      y.rank() <= 2 ? 1 : element_count(Shape(y.shape().begin(), y.shape().end() - 2));
  const MatrixView left{0, rows, length, length, false};
  for (std::int64_t i = 0; i < stack; ++i) {
    const MatrixView right{i * length * columns, length, columns, columns, false};
    multiply(x, left, y, right, result, i * columns, stack * columns);
  }
}

bool compute(const Tensor& x, const Tensor& y, Tensor& result) {
  if (!multiplies(x.dtype(), y.dtype())) return false;
  compute_wide(result, multiply_stack, x, y);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::dot_op
