#include <functional>

#include "reference/graph/kernel.h"
#include "reference/ops/reduction/cumulative.h"

namespace kassay::reference::cumprod_op {
namespace {

// One factor after the other, as in prod, so that a factor of 0 divides nothing.
Expression expression(const Expression& x, std::int64_t axis) {
  const std::int64_t along = normalize_axis(axis, x.rank());
  const std::int64_t size = x.shape()[static_cast<std::size_t>(along)];
  if (size == 0) return x;
  const Expression columns = slices_as_columns(x, Axes{{{along}}});
  Expression product = row_of(columns, 0);
  List products{product.value()};
  for (std::int64_t row = 1; row < size; ++row) {
    product = product * row_of(columns, row);
    products.push_back(product.value());
  }
  Shape shape = x.shape();
  shape.erase(shape.begin() + along);
  shape.insert(shape.begin(), size);
  List order;
  for (std::int64_t d = 1; d < x.rank(); ++d) order.emplace_back(d);
  order.insert(order.begin() + along, std::int64_t{0});
  const Expression stacked = apply(x, "stack", {std::move(products), std::int64_t{0}});
  return apply("permute_dimensions", reshape(stacked, shape), std::move(order));
}

}  // namespace

// By the signature and the pieces named below: cumprod.axis-negative, cumprod.shape,
// cumprod.integers, cumprod.axis-range
// cumprod.value, cumprod.inclusive, cumprod.axis, cumprod.default-axis, cumprod.special
Kernel kernel() {
  return define_composite(cumulative_type, accumulate_along<std::multiplies<Real>>, expression);
}

}  // namespace kassay::reference::cumprod_op
