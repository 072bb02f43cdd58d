#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::softsign_op {

Kernel kernel() {
  return define_unary([](auto element) { return element / (1 + absolute(element)); });
}

}  // namespace kassay::optimized::softsign_op
