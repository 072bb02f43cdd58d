#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::sin_op {

Kernel kernel() {
  return define_unary([](auto element) { return vsin(element); });
}

}  // namespace kassay::optimized::sin_op
