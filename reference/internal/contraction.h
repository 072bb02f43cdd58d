// The sum of products along one dimension of two tensors, used by dot and batch_dot.
#pragma once

#include <string>

#include "reference/arrays/array.h"
#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference {

inline std::int64_t dimension(const Shape& shape, std::int64_t axis) {
  return shape[static_cast<std::size_t>(axis)];
}

// A shape or an index without its entry at `axis`, or with one more there.
inline Shape without(Shape entries, std::int64_t axis) {
  entries.erase(entries.begin() + axis);
  return entries;
}
inline Index with(Index entries, std::int64_t axis, std::int64_t entry) {
  entries.insert(entries.begin() + axis, entry);
  return entries;
}

// Throws ApiError (value) unless the dimensions are equal; an unknown one may be.
inline void require_equal(std::int64_t of_x, std::int64_t of_y, const std::string& what) {
  if (of_x != of_y && of_x != kUnknown && of_y != kUnknown) {
    throw ApiError(ErrorKind::kValue, what + " of size " + std::to_string(of_x) + " in x and " +
                                          std::to_string(of_y) + " in y");
  }
}

// The dimensions of x without `x_axis`, then those of y without `y_axis`.
inline Shape contracted_shape(const Shape& x, std::int64_t x_axis, const Shape& y,
                              std::int64_t y_axis) {
  Shape shape = without(x, x_axis);
  for (const std::int64_t d : without(y, y_axis)) shape.push_back(d);
  return shape;
}

// result[i, j] = sum over k of x[i with k at x_axis] * y[j with k at y_axis]; 0 without terms.
inline Array contract(const Array& x, std::int64_t x_axis, const Array& y, std::int64_t y_axis) {
  Array result(contracted_shape(x.shape(), x_axis, y.shape(), y_axis));
  for_each_index(result.shape(), [&](const Index& index) {
    const Index of_x(index.begin(), index.begin() + x.rank() - 1);
    const Index of_y(index.begin() + x.rank() - 1, index.end());
    Real sum = 0;
    for (std::int64_t k = 0; k < dimension(x.shape(), x_axis); ++k)
      sum += x[with(of_x, x_axis, k)] * y[with(of_y, y_axis, k)];
    result[index] = sum;
  });
  return result;
}

// The product of two matrices, which may be read transposed: the operation internal.contract (x, y, x_axis, y_axis), which sums
// along these axes.
Expression contract(const Expression& x, std::int64_t x_axis, const Expression& y,
                    std::int64_t y_axis);
Kernel contract_kernel();

// A call of `matrices` has the gradient of a matrix product; for other calls the gradient is that of `others`, which makes matrix products
// of them.
inline Kernel with_gradient_of_matrices(Kernel matrices, const Kernel& others,
                                        bool (*is_of_matrices)(const BoundCall&)) {
  matrices.gradient = [of_matrices = matrices.gradient, of_others = others.gradient,
                       is_of_matrices](const BoundCall& call, const std::vector<Expression>& y,
                                       const Gradients& g) {
    return (is_of_matrices(call) ? of_matrices : of_others)(call, y, g);
  };
  return matrices;
}

// What is known about an operand of the call.
inline TensorType operand_type(const BoundCall& call, std::size_t number) {
  TensorType type;
  unpack(call.values[number], call.signature->parameters[number].name, type);
  return type;
}

}  // namespace kassay::reference
