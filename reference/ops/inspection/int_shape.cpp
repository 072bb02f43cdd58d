#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// int_shape.value
Value compute(const TensorType& x) {
  List dimensions;
  for (const std::int64_t dimension : x.shape) dimensions.emplace_back(dimension);
  return dimensions;
}

}  // namespace

namespace kernels {
Kernel int_shape_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::reference
