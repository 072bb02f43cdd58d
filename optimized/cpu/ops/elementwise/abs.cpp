#include <cmath>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::abs_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, [](auto element) { return std::fabs(element); });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::abs_op
