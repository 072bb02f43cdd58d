// The largest element, or the average, of each window of images (kSpatial = 2) or volumes (3).
#pragma once

#include <string>

#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {

enum class PoolMode { kMax, kAverage };

// Throws ApiError: type, or value for any name except max and avg.
void unpack(const Value& value, const Place& argument, PoolMode& result);

TensorType pooled_type(std::size_t spatial, const TensorType& x, const Integers& pool_size,
                       const WindowArguments& arguments);
template <std::size_t kSpatial>
TensorType pooled_type_of(const TensorType& x, const Integers& pool_size,
                          const WindowArguments& arguments, PoolMode) {
  return pooled_type(kSpatial, x, pool_size, arguments);
}
Array pooled(const Array& x, const Integers& pool_size, const WindowArguments& arguments,
             PoolMode mode);
Expression pooled_expression(const Expression& x, const Integers& pool_size,
                             const WindowArguments& arguments, PoolMode mode);

}  // namespace kassay::reference
