// The padding of images (kSpatial = 2) and of volumes (3), and its gradient.
#pragma once

#include <optional>
#include <string>

#include "optimized/cpu/internal_operations.h"
#include "optimized/cpu/movement.h"
#include "reference/ops/shape/zero_padding.h"

namespace kassay::optimized {

using reference::Pairs;
using reference::Settings;

inline Integers zeros_before(std::size_t spatial, std::int64_t rank, const Pairs& padding,
                             const std::optional<std::string>& data_format,
                             const Settings& settings) {
  Integers before;
  for (const auto& zeros : reference::spatial_zeros(spatial, rank, padding, data_format, settings))
    before.push_back(zeros.before);
  return before;
}

template <std::size_t kSpatial>
bool spatially_padded(const Tensor& x, const Pairs& padding,
                      const std::optional<std::string>& data_format, const Settings& settings,
                      Tensor& result) {
  return pad(x, zeros_before(kSpatial, x.rank(), padding, data_format, settings), result);
}
template <std::size_t kSpatial>
bool spatially_cut(const Tensor& x, const Pairs& padding,
                   const std::optional<std::string>& data_format, const Settings& settings,
                   const Tensor& g, std::int64_t, Tensor& result) {
  return cut(g, zeros_before(kSpatial, x.rank(), padding, data_format, settings), result);
}

}  // namespace kassay::optimized
