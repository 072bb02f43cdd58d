#include "reference/runtime/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// count_params.value, count_params.scalar
Value compute(const TensorType& x) {
  std::int64_t count = 1;
  for (const std::int64_t size : x.shape) {
    if (size == kUnknown)
      throw ApiError(ErrorKind::kValue, "the shape " + to_string(x.shape) + " is not fully known");
    count *= size;
  }
  return count;
}

}  // namespace

namespace kernels {
// By the signature and the pieces named below: count_params.product
Kernel count_params_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::reference
