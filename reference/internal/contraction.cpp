#include "reference/internal/contraction.h"

namespace kassay::reference {
namespace {

TensorType infer(const TensorType& x, const TensorType& y, std::int64_t x_axis,
                 std::int64_t y_axis) {
  return {x.dtype, contracted_shape(x.shape, x_axis, y.shape, y_axis)};
}

Array compute(const Array& x, const Array& y, std::int64_t x_axis, std::int64_t y_axis) {
  return contract(x, x_axis, y, y_axis);
}

// g has a row for each of the other lines of x, and a column for each other line of y.
Gradients gradient(const Expression& x, const Expression& y, std::int64_t x_axis,
                   std::int64_t y_axis, const Expression&, const Expression& g) {
  return {x_axis == 1 ? contract(g, 1, y, 1 - y_axis) : contract(y, 1 - y_axis, g, 1),
          y_axis == 0 ? contract(x, 1 - x_axis, g, 0) : contract(g, 0, x, 1 - x_axis)};
}

}  // namespace

Expression contract(const Expression& x, std::int64_t x_axis, const Expression& y,
                    std::int64_t y_axis) {
  return apply("internal.contract", x, y, x_axis, y_axis);
}

Kernel contract_kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference
