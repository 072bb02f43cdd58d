#include "optimized/cpu/elementwise.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::sign_op {
namespace {

bool compute(const Tensor& x, Tensor& result) {
  return unary_of_any(x, result, [](auto element) {
    using T = decltype(element);
    const T sign = static_cast<T>(static_cast<T>(element > 0) - static_cast<T>(element < 0));
    return element != element ? element : sign;
  });
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sign_op
