#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::greater_op {

Kernel kernel() {
  return define_comparison<Neighbour::kBelow>([](auto a, auto b) { return a > b; });
}

}  // namespace kassay::optimized::greater_op
