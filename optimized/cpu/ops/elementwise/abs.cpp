#include <cmath>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"
#include "optimized/cpu/wrapping.h"

namespace kassay::optimized::abs_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary_of_any(x, result, [](auto element) {
    if constexpr (std::is_floating_point_v<decltype(element)>) return std::fabs(element);
    return element < 0 ? -wrapping(element) : wrapping(element);
  });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::abs_op
