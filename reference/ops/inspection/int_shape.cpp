#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// int_shape.value
Value compute(const TensorType& x) {
  List sizes;
  for (const std::int64_t size : x.shape) {
    if (size == kUnknown) {
      sizes.emplace_back(None{});
    } else {
      sizes.emplace_back(size);
    }
  }
  return sizes;
}

}  // namespace

namespace kernels {
Kernel int_shape_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::reference
