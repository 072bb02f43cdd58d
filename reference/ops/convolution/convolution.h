// Convolution of sequences (kSpatial = 1), images (2) and volumes (3), as a definition.
#pragma once

#include <string>

#include "reference/arrays/windows.h"
#include "reference/graph/data_format.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

// What a call says of its geometry.
struct WindowArguments {
  Integers strides;
  Padding padding;
  Format data_format;
  Integers dilation;
};

// Throws ApiError (value) unless the tensor has that rank.
void require_rank(const Shape& shape, std::size_t rank, const std::string& argument);
// Throws ApiError (value) unless both are equal, or one is unknown.
void require_channels(std::int64_t of_x, std::int64_t of_kernel);

// Where the windows of x (channels last) of that kernel (sizes..., channels, ...) lie.
Windows windows_of(const Shape& x, const Shape& kernel, const WindowArguments& arguments);

TensorType convolution_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                            const WindowArguments& arguments, const Settings& settings);
Array convolve(const Array& x, const Array& kernel, const WindowArguments& arguments,
               const Settings& settings);
Expression convolution_expression(const Expression& x, const Expression& kernel,
                                  const WindowArguments& arguments, const Settings& settings);

// The definition for lists of numbers.
template <std::size_t kSpatial>
TensorType convolution_type_of(const TensorType& x, const TensorType& kernel,
                               const Integers& strides, const std::string& padding,
                               const Format& data_format, const Integers& dilation,
                               const Settings& settings) {
  return convolution_type(kSpatial, x, kernel,
                          {strides, padding_named(padding), data_format, dilation}, settings);
}
inline Array convolved(const Array& x, const Array& kernel, const Integers& strides,
                       const std::string& padding, const Format& data_format,
                       const Integers& dilation, const Settings& settings) {
  return convolve(x, kernel, {strides, padding_named(padding), data_format, dilation}, settings);
}
inline Expression convolved_expression(const Expression& x, const Expression& kernel,
                                       const Integers& strides, const std::string& padding,
                                       const Format& data_format, const Integers& dilation,
                                       const Settings& settings) {
  return convolution_expression(x, kernel, {strides, padding_named(padding), data_format, dilation},
                                settings);
}

}  // namespace kassay::reference
