#include "optimized/cpu/first_extreme.h"
#include "optimized/cpu/kernel.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::argmin_op {
namespace {

bool compute(const Tensor& x, std::int64_t axis, Tensor& result) {
  return first_extreme(x, reference::normalize_axis(axis, x.rank()), false, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::argmin_op
