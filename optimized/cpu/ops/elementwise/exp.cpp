#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::exp_op {

Kernel kernel() {
  return define_unary([](auto element) { return vexp(element); });
}

}  // namespace kassay::optimized::exp_op
