#include <algorithm>

#include "reference/graph/kernel.h"
#include "reference/internal/contraction.h"

namespace kassay::reference::dot_op {
namespace {

// dot.matrix, dot.tensor
std::int64_t axis_of_x(std::int64_t rank) { return rank - 1; }

// dot.theano; dot.vector: its only dimension
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

// dot.precision, dot.no-terms, dot.special, dot.sparse
Array compute(const Array& x, const Array& y) {
  return contract(x, axis_of_x(x.rank()), y, axis_of_y(y.rank()));
}

// The operands as matrices, x with the contracted dimension last, y with it first.
Expression rows(const Expression& x) {
  return reshape(x, {element_count(without(x.shape(), x.rank() - 1)), x.shape().back()});
}
Expression columns(const Expression& y) {
  const std::int64_t axis = axis_of_y(y.rank());
  List order{axis};
  for (std::int64_t d = 0; d < y.rank(); ++d) {
    if (d != axis) order.emplace_back(d);
  }
  return reshape(apply("permute_dimensions", y, std::move(order)),
                 {dimension(y.shape(), axis), element_count(without(y.shape(), axis))});
}

Gradients gradient(const Expression& x, const Expression& y, const Expression&,
                   const Expression& g) {
  return {contract(g, 1, y, 1), contract(x, 0, g, 0)};
}

Expression expression(const Expression& x, const Expression& y) {
  const Shape shape =
      contracted_shape(x.shape(), axis_of_x(x.rank()), y.shape(), axis_of_y(y.rank()));
  return reshape(apply("dot", rows(x), columns(y)), shape);
}

bool is_of_matrices(const BoundCall& call) {
  return operand_type(call, 0).rank() == 2 && operand_type(call, 1).rank() == 2;
}

}  // namespace

Kernel kernel() {
  return with_gradient_of_matrices(define(infer, compute, gradient),
                                   define_composite(infer, compute, expression), is_of_matrices);
}

}  // namespace kassay::reference::dot_op
