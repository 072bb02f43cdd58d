#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::round_op {

Kernel kernel() {
  return define_unary_of_any([](auto element) { return nearest(element); });
}

}  // namespace kassay::optimized::round_op
