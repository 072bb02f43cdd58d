#include "optimized/cpu/elementwise_kernel.h"
#include "optimized/cpu/wrapping.h"

namespace kassay::optimized::square_op {

Kernel kernel() {
  return define_unary_of_any([](auto element) { return wrapping(element) * wrapping(element); });
}

}  // namespace kassay::optimized::square_op
