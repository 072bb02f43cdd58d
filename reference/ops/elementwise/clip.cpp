#include <algorithm>
#include <limits>
#include <optional>

#include "reference/arrays/loops.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::clip_op {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// clip.tensor-bounds, clip.shapes
TensorType infer(const TensorType& x, const std::optional<Operand>& min_value,
                 const std::optional<Operand>& max_value) {
  Shape shape = x.shape;
  if (min_value) shape = broadcast_shapes(shape, min_value->type.shape);
  if (max_value) shape = broadcast_shapes(shape, max_value->type.shape);
  return {x.dtype, shape};
}

// clip.value, clip.none, clip.crossed, clip.infinite; clip.number-bounds: the result is rounded to
// the dtype of x; clip.nan: every comparison with NaN is false
Array compute(const Array& x, const std::optional<Array>& min_value,
              const std::optional<Array>& max_value) {
  const Array low = min_value.value_or(Array({}, -kInfinity));
  const Array high = map(low, max_value.value_or(Array({}, kInfinity)),
                         [](Real a, Real b) { return std::max(a, b); });
  const Array raised =
      map(x, low, [](Real element, Real bound) { return element < bound ? bound : element; });
  return map(raised, high,
             [](Real element, Real bound) { return element > bound ? bound : element; });
}

// gradients.clip: an element between the bounds, or on one of them, is free; any other has the value of a bound.
Gradients gradient(const Expression& x, const std::optional<Expression>& min_value,
                   const std::optional<Expression>& max_value, const Expression&,
                   const Expression& g) {
  const Expression zero = filled_like(g, 0);
  Gradients all{g, std::nullopt, std::nullopt};
  if (max_value) {
    const Expression above = apply("greater", x, *max_value);
    all[2] = select(above, *all[0], zero);
    all[0] = select(above, zero, *all[0]);
  }
  if (min_value) {  // it wins if the bounds have crossed
    Expression low = apply("less", x, *min_value);
    if (max_value) {
      const Expression crossed = apply("less", *max_value, *min_value);
      low = select(crossed, crossed, low);
    }
    all[1] = select(low, g, zero);
    all[0] = select(low, zero, *all[0]);
    if (max_value) all[2] = select(low, zero, *all[2]);
  }
  return all;
}

}  // namespace

Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::clip_op
