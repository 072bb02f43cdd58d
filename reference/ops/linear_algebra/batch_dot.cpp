#include "reference/arrays/axes.h"
#include "reference/graph/kernel.h"
#include "reference/internal/contraction.h"

namespace kassay::reference::batch_dot_op {
namespace {

struct ContractedAxes {
  std::int64_t of_x;
  std::int64_t of_y;
};

constexpr const char* kAxes = "None, an int or a pair of ints";

// batch_dot.one-axis, batch_dot.two-axes
ContractedAxes named_axes(const Value& axes) {
  if (const auto* axis = axes.get_if<std::int64_t>()) return {*axis, *axis};
  if (axes.get_if<List>() == nullptr) throw mismatch(ErrorKind::kType, "axes", kAxes, axes);
  const List& pair = unpack_list(axes, "axes");
  // batch_dot.several-axes
  if (pair.size() != 2 || pair[0].get_if<List>() != nullptr || pair[1].get_if<List>() != nullptr)
    throw mismatch(ErrorKind::kValue, "axes", kAxes, axes);
  ContractedAxes named{};
  unpack(pair[0], Place("axes", 0), named.of_x);
  unpack(pair[1], Place("axes", 1), named.of_y);
  return named;
}

ContractedAxes contracted_axes(std::int64_t x_rank, std::int64_t y_rank, const Value& axes) {
  // batch_dot.rank
  if (x_rank < 2 || y_rank < 2) throw ApiError(ErrorKind::kValue, "an operand has a rank below 2");
  // batch_dot.default-axes, batch_dot.default-matrix
  if (axes.is_none()) return {x_rank - 1, y_rank == 2 ? 1 : y_rank - 2};
  // batch_dot.negative-axes, batch_dot.axis-range
  ContractedAxes result = named_axes(axes);
  result.of_x = normalize_axis(result.of_x, x_rank);
  result.of_y = normalize_axis(result.of_y, y_rank);
  // batch_dot.axis-zero
  if (result.of_x == 0 || result.of_y == 0)
    throw ApiError(ErrorKind::kValue, "axis 0 is the batch, which cannot be contracted");
  return result;
}

Shape result_shape(const Shape& x, const Shape& y, const ContractedAxes& at) {
  // batch_dot.shape, batch_dot.high-rank, batch_dot.empty-batch
  Shape shape = contracted_shape(without(x, 0), at.of_x - 1, without(y, 0), at.of_y - 1);
  // batch_dot.column
  if (shape.empty()) shape.push_back(1);
  return with(shape, 0, x[0] == kUnknown ? y[0] : x[0]);
}

TensorType infer(const TensorType& x, const TensorType& y, const Value& axes) {
  const ContractedAxes at = contracted_axes(x.rank(), y.rank(), axes);
  // batch_dot.batch-size, batch_dot.unknown-batch, batch_dot.contracted-size, batch_dot.mismatch
  require_equal(x.shape[0], y.shape[0], "the batch is");
  require_equal(dimension(x.shape, at.of_x), dimension(y.shape, at.of_y),
                "the contracted dimension is");
  return {x.dtype, result_shape(x.shape, y.shape, at)};
}

Array sample(const Array& batch, std::int64_t number) {
  const Shape shape = without(batch.shape(), 0);
  const auto first = batch.flat().begin() + number * element_count(shape);
  return {shape, std::vector<Real>(first, first + element_count(shape))};
}

// batch_dot.value, batch_dot.precision, batch_dot.no-terms, batch_dot.special; batch_dot.example
Array compute(const Array& x, const Array& y, const Value& axes) {
  const ContractedAxes at = contracted_axes(x.rank(), y.rank(), axes);
  std::vector<Real> elements;
  for (std::int64_t number = 0; number < x.shape()[0]; ++number) {
    const Array product = contract(sample(x, number), at.of_x - 1, sample(y, number), at.of_y - 1);
    elements.insert(elements.end(), product.flat().begin(), product.flat().end());
  }
  return {result_shape(x.shape(), y.shape(), at), elements};
}

// x or y as one matrix per sample, with the contracted dimension last or first.
Expression as_matrices(const Expression& batch, std::int64_t axis, bool contracted_first) {
  List order{std::int64_t{0}};
  for (std::int64_t d = 1; d < batch.rank(); ++d) {
    if (d != axis) order.emplace_back(d);
  }
  order.insert(contracted_first ? order.begin() + 1 : order.end(), axis);
  const std::int64_t samples = batch.shape()[0], contracted = dimension(batch.shape(), axis);
  const std::int64_t others = element_count(without(without(batch.shape(), axis), 0));
  return reshape(
      apply("permute_dimensions", batch, std::move(order)),
      contracted_first ? Shape{samples, contracted, others} : Shape{samples, others, contracted});
}

Expression product(const Expression& x, const Expression& y, std::int64_t of_x, std::int64_t of_y) {
  return apply("batch_dot", x, y, list_of({of_x, of_y}));
}

Expression expression(const Expression& x, const Expression& y, const Value& axes) {
  const ContractedAxes at = contracted_axes(x.rank(), y.rank(), axes);
  return reshape(product(as_matrices(x, at.of_x, false), as_matrices(y, at.of_y, true), 2, 1),
                 result_shape(x.shape(), y.shape(), at));
}

// For matrices with the contracted dimension last in x and first in y, the form that all other calls are reduced to.
Gradients gradient(const Expression& x, const Expression& y, const Value&, const Expression&,
                   const Expression& g) {
  return {product(g, y, 2, 2), product(x, g, 1, 1)};
}

bool is_of_matrices(const BoundCall& call) {
  const std::int64_t x = operand_type(call, 0).rank(), y = operand_type(call, 1).rank();
  const ContractedAxes at = contracted_axes(x, y, call.values[2]);
  return x == 3 && y == 3 && at.of_x == 2 && at.of_y == 1;
}

}  // namespace

Kernel kernel() {
  return with_gradient_of_matrices(define(infer, compute, gradient),
                                   define_composite(infer, compute, expression), is_of_matrices);
}

}  // namespace kassay::reference::batch_dot_op
