#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::elu_op {
namespace {

bool compute(const Tensor& x, double alpha, Tensor& result) {
  return unary(x, result, traceable([alpha](auto element) {
                 using T = decltype(element);
                 const T negative =
                     static_cast<T>(alpha) * vexpm1(choose(element > 0, T{0}, element));
                 return choose(element > 0, element, negative);
               }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::elu_op
