#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::cos_op {

Kernel kernel() {
  return define_unary([](auto element) { return vcos(element); });
}

}  // namespace kassay::optimized::cos_op
