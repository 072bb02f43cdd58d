#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::sign_op {

Kernel kernel() {
  return define_unary_of_any([](auto element) {
    using T = decltype(element);
    const T sign = choose(element > 0, T{1}, choose(element < 0, T(-1), T{0}));
    return choose(element != element, element, sign);
  });
}

}  // namespace kassay::optimized::sign_op
