#include "optimized/cpu/elementwise_kernel.h"

namespace kassay::optimized::not_equal_op {

Kernel kernel() {
  return define_comparison<Neighbour::kNone>([](auto a, auto b) { return a != b; });
}

}  // namespace kassay::optimized::not_equal_op
