#include "optimized/cpu/conversion.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::cast_to_floatx_op {
namespace {

bool compute(const Value& x, Tensor& result) {
  const auto* tensor = x.get_if<Tensor>();
  return tensor != nullptr && cast(*tensor, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::cast_to_floatx_op
