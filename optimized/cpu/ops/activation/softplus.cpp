#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::softplus_op {

// The exponential of a number that is never positive cannot overflow.
Kernel kernel() {
  return define_unary([](auto element) {
    const auto positive = choose(element > 0, element, decltype(element){0});
    return positive + vlog1p(vexp(-absolute(element)));
  });
}

}  // namespace kassay::optimized::softplus_op
