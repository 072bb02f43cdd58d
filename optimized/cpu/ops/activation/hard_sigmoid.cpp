#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::hard_sigmoid_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary(x, result, traceable([](auto element) {
                 using T = decltype(element);
                 const T line = static_cast<T>(0.2) * element + static_cast<T>(0.5);
                 const T raised = choose(line < 0, T{0}, line);
                 return choose(raised > 1, T{1}, raised);
               }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::hard_sigmoid_op
