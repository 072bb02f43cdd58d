#include <optional>
#include <string>

#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::constant_op {
namespace {

using OptionalDimensions = std::optional<Dimensions>;

// constant.dtype, constant.default-dtype, constant.set-floatx, constant.shape
TensorType infer(const Nested& value, const std::optional<DType>& dtype,
                 const OptionalDimensions& shape, const std::optional<std::string>& /*name*/,
                 const Settings& settings) {
  const Shape given = value.array.shape();
  const TensorType result{dtype.value_or(settings.floatx), shape ? shape->sizes : given};
  if (value.array.size() != 1 && value.array.size() != element_count(result.shape)) {
    throw ApiError(ErrorKind::kValue, std::to_string(value.array.size()) +
                                          " elements for the shape " + to_string(result.shape));
  }
  return result;
}

// constant.value, constant.fill
Array compute(const Nested& value, const std::optional<DType>& /*dtype*/,
              const OptionalDimensions& shape, const std::optional<std::string>& /*name*/) {
  if (!shape) return value.array;
  if (value.array.size() == 1) return Array(shape->sizes, value.array.flat().front());
  return Array(shape->sizes, value.array.flat());
}

}  // namespace

// By the signature and the pieces named below: constant.name
Kernel kernel() { return define(infer, compute); }

}  // namespace kassay::reference::constant_op
