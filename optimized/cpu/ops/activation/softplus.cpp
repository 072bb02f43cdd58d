#include <cmath>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::softplus_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  // The exponential of a number that is never positive cannot overflow.
  return unary(x, result, [](auto element) {
    return (element > 0 ? element : decltype(element){0}) + vlog1p(vexp(-std::fabs(element)));
  });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softplus_op
