#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::hard_sigmoid_op {

Kernel kernel() {
  return define_unary([](auto element) {
    using T = decltype(element);
    const T line = static_cast<T>(0.2) * element + static_cast<T>(0.5);
    const T raised = choose(line < 0, T{0}, line);
    return choose(raised > 1, T{1}, raised);
  });
}

}  // namespace kassay::optimized::hard_sigmoid_op
