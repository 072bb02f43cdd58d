#include <optional>
#include <string>

#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

using OptionalShape = std::optional<std::vector<std::int64_t>>;

// constant.dtype, constant.default-dtype
TensorType infer(const Operand& value, const std::optional<DType>& dtype, const OptionalShape& shape,
                 const std::optional<std::string>& /*name*/, const Settings& settings) {
  return {dtype.value_or(settings.floatx), shape.value_or(value.type.shape)};
}

// constant.value
Array compute(const Array& value, const std::optional<DType>& /*dtype*/, const OptionalShape& /*shape*/,
              const std::optional<std::string>& /*name*/) {
  return value;
}

}  // namespace

namespace kernels {
Kernel constant_kernel() { return define(infer, compute); }
}  // namespace kernels
}  // namespace kassay::reference
