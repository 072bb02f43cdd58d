#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::log_op {

Kernel kernel() {
  return define_unary([](auto element) { return vlog(element); });
}

}  // namespace kassay::optimized::log_op
