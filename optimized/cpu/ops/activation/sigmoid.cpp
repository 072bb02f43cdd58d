#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::sigmoid_op {

Kernel kernel() {
  return define_unary([](auto element) { return 1 / (1 + vexp(-element)); });
}

}  // namespace kassay::optimized::sigmoid_op
