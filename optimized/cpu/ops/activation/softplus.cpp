#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::softplus_op {

// The argument of the exponential is never positive, so it cannot overflow.
Kernel kernel() {
  return define_unary([](auto element) {
    const auto positive = choose(element > 0, element, decltype(element){0});
    return positive + vlog1p(vexp(-absolute(element)));
  });
}

}  // namespace kassay::optimized::softplus_op
