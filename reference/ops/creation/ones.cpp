#include <optional>
#include <string>

#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// ones.shape, ones.symbolic-shape, ones.dtype, ones.default-dtype
TensorType infer(const Dimensions& shape, const std::optional<DType>& dtype,
                 const std::optional<std::string>& /*name*/, const Settings& settings) {
  return {dtype.value_or(settings.floatx), shape.sizes};
}

// ones.value
Array compute(const Dimensions& shape, const std::optional<DType>& /*dtype*/,
              const std::optional<std::string>& /*name*/) {
  return Array(shape.sizes, 1);
}

}  // namespace

namespace kernels {
Kernel ones_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
