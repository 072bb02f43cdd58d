#include <cmath>

#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::softsign_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, [](auto element) { return element / (1 + std::fabs(element)); });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softsign_op
