#include <cmath>
#include <limits>
#include <optional>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::relu_op {
namespace {

TensorType infer(const TensorType& x, double /*alpha*/, const std::optional<double>& /*max_value*/,
                 double /*threshold*/) {
  return x;
}

Array compute(const Array& x, double alpha, const std::optional<double>& max_value,
              double threshold) {
  // relu.no-maximum
  const Real ceiling = max_value.value_or(std::numeric_limits<double>::infinity());
  return map(x, [&](Real element) -> Real {
    if (std::isnan(element)) return element;  // relu.nan
    if (element >= ceiling) return ceiling;   // relu.maximum, relu.crossed
    if (element >= threshold)
      return element;  // relu.value, relu.threshold, relu.at-threshold,
                       // relu.negative-threshold
    // relu.infinite: a slope of 0 is flat at -Inf too
    return alpha == 0 ? 0 : alpha * (element - threshold);  // relu.alpha
  });
}

// gradients.relu: at the threshold the slope is that below it, at max_value it is 0.
Expression gradient(const Expression& x, double alpha, const std::optional<double>& max_value,
                    double threshold, const Expression&, const Expression& g) {
  const Expression of_x = select(apply("greater", x, threshold), g, g * alpha);
  if (!max_value) return of_x;
  return select(apply("less", x, *max_value), of_x, filled_like(g, 0));
}

}  // namespace

Kernel kernel() { return define(infer, compute, gradient); }

}  // namespace kassay::reference::relu_op
