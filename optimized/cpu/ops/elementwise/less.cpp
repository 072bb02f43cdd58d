#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::less_op {

Kernel kernel() {
  return define_comparison<Neighbour::kAbove>([](auto a, auto b) { return a < b; });
}

}  // namespace kassay::optimized::less_op
