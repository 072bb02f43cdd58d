#include <algorithm>

#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"

namespace kassay::optimized::transpose_op {
namespace {

Path path(const Shape& x) {
  Integers strides = strides_of(x);
  std::ranges::reverse(strides);
  return path_to_all({x.rbegin(), x.rend()}, strides);
}

bool compute(const Tensor& x, Tensor& result) { return move(x, path(x.shape()), result); }
bool compute_back(const Tensor& x, const Tensor& g, std::int64_t, Tensor& result) {
  return move_back(g, path(x.shape()), result);
}

}  // namespace

Kernel kernel() { return define_move(compute); }
Kernel back() { return define_move(compute_back); }

}  // namespace kassay::optimized::transpose_op
