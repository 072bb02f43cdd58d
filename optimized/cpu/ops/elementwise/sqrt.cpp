#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::sqrt_op {

// A negative element has the root 0.
Kernel kernel() {
  return define_unary(
      [](auto element) { return choose(element < 0, decltype(element){0}, root(element)); });
}

}  // namespace kassay::optimized::sqrt_op
