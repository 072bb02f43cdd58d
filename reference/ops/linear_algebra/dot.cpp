#include <algorithm>

#include "reference/ops/linear_algebra/contraction.h"
#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// dot.matrix, dot.tensor
std::int64_t axis_of_x(std::int64_t rank) { return rank - 1; }

// dot.matrix, dot.theano; dot.vector: its only dimension
std::int64_t axis_of_y(std::int64_t rank) { return std::max<std::int64_t>(rank - 2, 0); }

// dot.integers
TensorType infer(const TensorType& x, const TensorType& y) {
  if (x.rank() == 0 || y.rank() == 0)
    throw ApiError(ErrorKind::kValue, "an operand of rank 0 has no dimension to contract");
  const std::int64_t x_axis = axis_of_x(x.rank()), y_axis = axis_of_y(y.rank());
  // dot.mismatch
  require_equal(dimension(x.shape, x_axis), dimension(y.shape, y_axis),
                "the contracted dimension is");
  return {x.dtype, contracted_shape(x.shape, x_axis, y.shape, y_axis)};
}

// dot.precision, dot.no-terms, dot.special
Array compute(const Array& x, const Array& y) {
  return contract(x, axis_of_x(x.rank()), y, axis_of_y(y.rank()));
}

}  // namespace

namespace kernels {
Kernel dot_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
