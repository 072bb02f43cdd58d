#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::sign_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary_of_any(x, result, traceable([](auto element) {
                        using T = decltype(element);
                        const T sign = choose(element > 0, T{1}, choose(element < 0, T(-1), T{0}));
                        return choose(element != element, element, sign);
                      }));
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sign_op
