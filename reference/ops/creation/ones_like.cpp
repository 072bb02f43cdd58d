#include <optional>
#include <string>

#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// ones_like.shape, ones_like.dtype, ones_like.default-dtype, ones_like.default-dtype-choice
TensorType infer(const TensorType& x, const std::optional<DType>& dtype,
                 const std::optional<std::string>& /*name*/) {
  return {dtype.value_or(x.dtype), x.shape};
}

// ones_like.value
Array compute(const Array& x, const std::optional<DType>& /*dtype*/,
              const std::optional<std::string>& /*name*/) {
  return Array(x.shape(), 1);
}

}  // namespace

namespace kernels {
Kernel ones_like_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
