#include <cmath>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::round_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, [](auto element) { return std::nearbyint(element); });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::round_op
