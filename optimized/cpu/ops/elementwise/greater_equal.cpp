#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::greater_equal_op {

Kernel kernel() {
  return define_comparison<Neighbour::kAbove>([](auto a, auto b) { return a >= b; });
}

}  // namespace kassay::optimized::greater_equal_op
