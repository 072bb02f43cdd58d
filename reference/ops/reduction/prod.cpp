#include <functional>
#include <numeric>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/reduction.h"

namespace kassay::reference::prod_op {
namespace {

// prod.value, prod.special; prod.empty: the product begins at 1
Real product_of(const Slice& elements) {
  return std::accumulate(elements.begin(), elements.end(), Real{1}, std::multiplies<>());
}

// gradients.factors: one factor after the other, so that a factor of 0 divides nothing.
Expression expression(const Expression& x, const Axes& axis, bool keepdims) {
  const auto axes = normalize_axes(axis, x.rank());
  const Expression columns = slices_as_columns(x, axis);
  const Shape shape = reduced_shape(x.shape(), axes, keepdims);
  Expression product = 1 + sum(columns, {0}, false);  // the empty product is 1
  if (columns.shape()[0] > 0) product = row_of(columns, 0);
  for (std::int64_t row = 1; row < columns.shape()[0]; ++row) {
    product = product * row_of(columns, row);
  }
  return reshape(product, shape);
}

}  // namespace

// prod.axis, prod.axis-none, prod.axis-negative, prod.axis-list, prod.rank, prod.keepdims,
// prod.axis-range, prod.integers
Kernel kernel() { return define_composite(reduced_type, reduce_slices<product_of>, expression); }

}  // namespace kassay::reference::prod_op
