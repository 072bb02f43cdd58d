#include "optimized/cpu/conversion.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::cast_op {
namespace {

bool compute(const Tensor& x, DType /*dtype*/, Tensor& result) { return cast(x, result); }

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::cast_op
