// Separate convolution of each channel, optionally followed by a 1x1 convolution.
#pragma once

#include <string>

#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {

// The kernel is (sizes..., channels, multiplier). Channel c of x gives the result's channels from c * multiplier on.
TensorType depthwise_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const WindowArguments& arguments);
template <std::size_t kSpatial>
TensorType depthwise_type_of(const TensorType& x, const TensorType& kernel,
                             const WindowArguments& arguments) {
  return depthwise_type(kSpatial, x, kernel, arguments);
}
template <class T>
T depthwise(const T& x, const T& kernel, const WindowArguments& arguments);

// The pointwise kernel is (1..., channels * multiplier, filters).
TensorType separable_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                          const TensorType& pointwise, const WindowArguments& arguments);
template <std::size_t kSpatial>
TensorType separable_type_of(const TensorType& x, const TensorType& kernel,
                             const TensorType& pointwise, const WindowArguments& arguments) {
  return separable_type(kSpatial, x, kernel, pointwise, arguments);
}
template <class T>
T separable(const T& x, const T& kernel, const T& pointwise, const WindowArguments& arguments);

}  // namespace kassay::reference
