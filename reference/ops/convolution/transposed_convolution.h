// Transposed convolution of images (kSpatial = 2) and volumes (3): the gradient of a convolution with respect to its input.
#pragma once

#include <string>

#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {

// The kernel is (sizes..., filters, channels of x), `output_shape` the result's shape in the order of the data format. Throws ApiError
// (value) if a convolution of that shape would not give the shape of x.
TensorType transposed_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                           const BatchDimensions& output_shape, const WindowArguments& arguments);
template <std::size_t kSpatial>
TensorType transposed_type_of(const TensorType& x, const TensorType& kernel,
                              const BatchDimensions& output_shape,
                              const WindowArguments& arguments) {
  return transposed_type(kSpatial, x, kernel, output_shape, arguments);
}
template <class T>
T transposed(const T& x, const T& kernel, const BatchDimensions& output_shape,
             const WindowArguments& arguments);

}  // namespace kassay::reference
