#include "optimized/cpu/cumulative.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::cumprod_op {
namespace {

bool compute(const Tensor& x, std::int64_t axis, Tensor& result) {
  accumulate_along(
      x, axis, 1, [](auto a, auto b) { return a * b; }, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::cumprod_op
