#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::tanh_op {

Kernel kernel() {
  return define_unary([](auto element) { return vtanh(element); });
}

}  // namespace kassay::optimized::tanh_op
