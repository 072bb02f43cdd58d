#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::repeat_op {
namespace {

Path path(const Shape& x, std::int64_t n) { return path_of_repetition(x, {n, 1}); }

bool compute(const Tensor& x, std::int64_t n, Tensor& result) {
  return move(x, path(x.shape(), n), result);
}
bool compute_back(const Tensor& x, std::int64_t n, const Tensor& g, std::int64_t, Tensor& result) {
  return move_back(g, path(x.shape(), n), result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define(compute_back); }

}  // namespace kassay::optimized::repeat_op
