#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::softsign_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result,
               traceable([](auto element) { return element / (1 + absolute(element)); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softsign_op
