#include <optional>
#include <string>

#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::eye_op {
namespace {

// eye.size, eye.one-size, eye.dtype, eye.default-dtype, eye.set-floatx, eye.variable
TensorType infer(std::int64_t size, const std::optional<DType>& dtype,
                 const std::optional<std::string>& /*name*/, const Settings& settings) {
  if (size < 0) throw ApiError(ErrorKind::kValue, "a matrix of size " + std::to_string(size));
  return {dtype.value_or(settings.floatx), {size, size}};
}

// eye.value
Array compute(std::int64_t size, const std::optional<DType>& /*dtype*/,
              const std::optional<std::string>& /*name*/) {
  Array matrix({size, size});
  for (std::int64_t i = 0; i < size; ++i) matrix[{i, i}] = 1;
  return matrix;
}

}  // namespace

// By the signature and the pieces named below: eye.name
Kernel kernel() { return define_variable(infer, compute); }

}  // namespace kassay::reference::eye_op
