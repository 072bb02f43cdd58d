#include <optional>
#include <string>

#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// zeros.shape, zeros.symbolic-shape, zeros.dtype, zeros.default-dtype
TensorType infer(const Dimensions& shape, const std::optional<DType>& dtype,
                 const std::optional<std::string>& /*name*/, const Settings& settings) {
  return {dtype.value_or(settings.floatx), shape.sizes};
}

// zeros.value
Array compute(const Dimensions& shape, const std::optional<DType>& /*dtype*/,
              const std::optional<std::string>& /*name*/) {
  return Array(shape.sizes, 0);
}

}  // namespace

namespace kernels {
Kernel zeros_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
