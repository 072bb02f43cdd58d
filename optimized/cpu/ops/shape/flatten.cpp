#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::flatten_op {
namespace {

bool compute(const Tensor& x, Tensor& result) { return share(x, result); }
bool compute_back(const Tensor& /*x*/, const Tensor& g, std::int64_t, Tensor& result) {
  return share(g, result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define_move(compute_back); }

}  // namespace kassay::optimized::flatten_op
