#include <cmath>
#include <optional>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::relu_op {
namespace {

bool compute(const Tensor& x, double alpha, const std::optional<double>& max_value,
             double threshold, Tensor& result) {
  if (std::isnan(threshold)) return false;
  // NaN is neither below the threshold nor above the limit. If alpha is 0, nothing is multiplied: the product would be NaN for -Inf.
  const auto bent = traceable([=](auto element) {
    using T = decltype(element);
    const T start = static_cast<T>(threshold);
    const T below = alpha == 0 ? T{0} : static_cast<T>(alpha) * (element - start);
    return choose(element < start, below, element);
  });
  if (!max_value) return unary(x, result, bent);
  return unary(x, result, traceable([=](auto element) {
                 const auto highest = static_cast<decltype(element)>(*max_value);
                 return choose(element >= highest, highest, bent(element));
               }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::relu_op
