// The known part of a tensor's shape, as int_shape and get_variable_shape return it.
#pragma once

#include "reference/graph/kernel.h"

namespace kassay::reference {

// A list with None for each unknown dimension; None if the rank is unknown.
inline Value static_shape(const StaticType& x) {
  if (!x.shape) return None{};
  List sizes;
  for (const std::int64_t size : *x.shape) {
    sizes.push_back(size == kUnknown ? Value(None{}) : Value(size));
  }
  return sizes;
}

}  // namespace kassay::reference
