// Shared by zeros and ones, zeros_like and ones_like: a tensor filled with one value.
#pragma once

#include <optional>
#include <string>

#include "reference/graph/kernel.h"

namespace kassay::reference {

// The given shape; the default float type if no dtype is given.
inline TensorType filled_type(const Dimensions& shape, const std::optional<DType>& dtype,
                              const std::optional<std::string>& /*name*/,
                              const Settings& settings) {
  return {dtype.value_or(settings.floatx), shape.sizes};
}

template <int kValue>
Array filled(const Dimensions& shape, const std::optional<DType>& /*dtype*/,
             const std::optional<std::string>& /*name*/) {
  return Array(shape.sizes, kValue);
}

// The shape of x; the dtype of x if none is given.
inline TensorType filled_like_type(const TensorType& x, const std::optional<DType>& dtype,
                                   const std::optional<std::string>& /*name*/) {
  return {dtype.value_or(x.dtype), x.shape};
}

template <int kValue>
Array filled_like(const Array& x, const std::optional<DType>& /*dtype*/,
                  const std::optional<std::string>& /*name*/) {
  return Array(x.shape(), kValue);
}

}  // namespace kassay::reference
