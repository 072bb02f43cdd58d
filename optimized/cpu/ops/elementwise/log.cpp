#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::log_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, traceable([](auto element) { return vlog(element); }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::log_op
