#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::softplus_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  // The exponential of a number that is never positive cannot overflow.
  return unary(x, result, traceable([](auto element) {
                 const auto positive = choose(element > 0, element, decltype(element){0});
                 return positive + vlog1p(vexp(-absolute(element)));
               }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::softplus_op
