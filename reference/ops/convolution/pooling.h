// The largest element, or the average, of each window of images (kSpatial = 2) or volumes (3).
#pragma once

#include <string>

#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {

enum class PoolMode { kMax, kAverage };

// Throws ApiError (value) for another name than max and avg.
PoolMode pool_mode_named(const std::string& name);

TensorType pooled_type(std::size_t spatial, const TensorType& x, const Integers& pool_size,
                       const WindowArguments& arguments, const Settings& settings);
Array pooled(const Array& x, const Integers& pool_size, const WindowArguments& arguments,
             PoolMode mode, const Settings& settings);
Expression pooled_expression(const Expression& x, const Integers& pool_size,
                             const WindowArguments& arguments, PoolMode mode,
                             const Settings& settings);

template <std::size_t kSpatial>
WindowArguments pool_arguments(const Integers& strides, const std::string& padding,
                               const Format& data_format) {
  return {strides, padding_named(padding), data_format, Integers(kSpatial, 1)};
}
template <std::size_t kSpatial>
TensorType pool_type_of(const TensorType& x, const Integers& pool_size, const Integers& strides,
                        const std::string& padding, const Format& data_format,
                        const std::string& pool_mode, const Settings& settings) {
  pool_mode_named(pool_mode);
  return pooled_type(kSpatial, x, pool_size,
                     pool_arguments<kSpatial>(strides, padding, data_format), settings);
}
template <std::size_t kSpatial>
Array pool_of(const Array& x, const Integers& pool_size, const Integers& strides,
              const std::string& padding, const Format& data_format, const std::string& pool_mode,
              const Settings& settings) {
  return pooled(x, pool_size, pool_arguments<kSpatial>(strides, padding, data_format),
                pool_mode_named(pool_mode), settings);
}
template <std::size_t kSpatial>
Expression pool_expression_of(const Expression& x, const Integers& pool_size,
                              const Integers& strides, const std::string& padding,
                              const Format& data_format, const std::string& pool_mode,
                              const Settings& settings) {
  return pooled_expression(x, pool_size, pool_arguments<kSpatial>(strides, padding, data_format),
                           pool_mode_named(pool_mode), settings);
}

}  // namespace kassay::reference
