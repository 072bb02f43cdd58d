#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::temporal_padding_op {
namespace {

bool compute(const Tensor& x, const Integers& padding, Tensor& result) {
  return pad(x, {0, padding.front(), 0}, result);
}
bool compute_back(const Tensor& /*x*/, const Integers& padding, const Tensor& g, std::int64_t,
                  Tensor& result) {
  return cut(g, {0, padding.front(), 0}, result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define_move(compute_back); }

}  // namespace kassay::optimized::temporal_padding_op
