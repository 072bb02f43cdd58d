#include <optional>
#include <string>

#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// zeros_like.shape, zeros_like.dtype, zeros_like.default-dtype, zeros_like.default-dtype-choice
TensorType infer(const TensorType& x, const std::optional<DType>& dtype,
                 const std::optional<std::string>& /*name*/) {
  return {dtype.value_or(x.dtype), x.shape};
}

// zeros_like.value
Array compute(const Array& x, const std::optional<DType>& /*dtype*/,
              const std::optional<std::string>& /*name*/) {
  return Array(x.shape(), 0);
}

}  // namespace

namespace kernels {
Kernel zeros_like_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
