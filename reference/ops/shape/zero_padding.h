// Shared by the three padding functions: zeros around a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/graph/kernel.h"

namespace kassay::reference {

// How many zeros go before and after the elements, along one dimension.
struct Zeros {
  std::int64_t before = 0;
  std::int64_t after = 0;
};
using Pairs = std::vector<std::vector<std::int64_t>>;

// For one dimension. Throws ApiError (value) unless there are two numbers, both at least 0.
Zeros zeros_from(const std::vector<std::int64_t>& pair);

// By dimension, for a batch of images (2 pairs) or volumes (3) with channels. Throws ApiError
// (value) for another number of pairs, another rank and an unknown data_format.
std::vector<Zeros> spatial_zeros(std::size_t spatial, std::int64_t rank, const Pairs& padding,
                                 const std::optional<std::string>& data_format,
                                 const Settings& settings);

// An unknown dimension stays unknown.
Shape padded_shape(const Shape& shape, const std::vector<Zeros>& zeros);

Array pad(const Array& x, const std::vector<Zeros>& zeros);

// The definition of the padding of images (kSpatial = 2) and of volumes (3).
template <std::size_t kSpatial>
TensorType spatially_padded_type(const TensorType& x, const Pairs& padding,
                                 const std::optional<std::string>& data_format,
                                 const Settings& settings) {
  return {x.dtype,
          padded_shape(x.shape, spatial_zeros(kSpatial, x.rank(), padding, data_format, settings))};
}
template <std::size_t kSpatial>
Array spatially_padded(const Array& x, const Pairs& padding,
                       const std::optional<std::string>& data_format, const Settings& settings) {
  return pad(x, spatial_zeros(kSpatial, x.rank(), padding, data_format, settings));
}

}  // namespace kassay::reference
