#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::sqrt_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  // A negative element has the root 0.
  return unary(x, result, traceable([](auto element) {
                 return choose(element < 0, decltype(element){0}, root(element));
               }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sqrt_op
