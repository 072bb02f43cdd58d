#include <limits>
#include <optional>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::relu_op {
namespace {

bool compute(const Tensor& x, double alpha, const std::optional<double>& max_value,
             double threshold, Tensor& result) {
  const double highest = max_value.value_or(std::numeric_limits<double>::infinity());
  return unary(x, result, [=](auto element) {
    using T = decltype(element);
    // If alpha is 0 there is no product, which would be NaN for -Inf.
    const T below =
        alpha == 0 ? T{0} : static_cast<T>(alpha) * (element - static_cast<T>(threshold));
    const T kept = element >= static_cast<T>(threshold) ? element : below;
    const T limited = element >= static_cast<T>(highest) ? static_cast<T>(highest) : kept;
    return element != element ? element : limited;
  });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::relu_op
