// Convolution of sequences (kSpatial = 1), images (2) and volumes (3), as a definition.
#pragma once

#include <string>

#include "reference/arrays/windows.h"
#include "reference/graph/data_format.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

// The geometry of a call, from consecutive parameters: strides, padding, data_format and in some functions dilation_rate (default 1).
// Sequences have numbers instead of lists, and also accept the padding "causal".
struct WindowArguments {
  Integers strides;
  Padding padding = Padding::kValid;
  bool channels_first = false;
  Integers dilation;

  // The number of a call's parameters, from that position on, that are its members.
  static std::size_t count(const BoundCall& call, std::size_t position);
  // As a parameter of a kernel (graph/kernel.h). Throws ApiError: type, or value for an unknown padding or format.
  static WindowArguments take(const BoundCall& call, std::size_t& position);
};

// Throws ApiError (value) unless the tensor has that rank.
void require_rank(const Shape& shape, std::size_t rank, const std::string& argument);
// Throws ApiError (value) unless both are equal or one is unknown.
void require_channels(std::int64_t of_x, std::int64_t of_kernel);

// The windows over x (channels last) for that kernel (sizes..., channels, ...).
Windows windows_of(const Shape& x, const Shape& kernel, const WindowArguments& arguments);

TensorType convolution_type(std::size_t spatial, const TensorType& x, const TensorType& kernel,
                            const WindowArguments& arguments);
template <std::size_t kSpatial>
TensorType convolution_type_of(const TensorType& x, const TensorType& kernel,
                               const WindowArguments& arguments) {
  return convolution_type(kSpatial, x, kernel, arguments);
}
// For Array and Expression, as in all functions of this kind.
template <class T>
T convolve(const T& x, const T& kernel, const WindowArguments& arguments);

}  // namespace kassay::reference
