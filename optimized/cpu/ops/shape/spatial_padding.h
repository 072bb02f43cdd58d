// The padding of images (kSpatial = 2) and of volumes (3).
#pragma once

#include <optional>
#include <string>

#include "optimized/cpu/movement.h"
#include "reference/ops/shape/zero_padding.h"

namespace kassay::optimized {

using reference::Pairs;
using reference::Settings;

template <std::size_t kSpatial>
Integers zeros_before(const Shape& x, const Pairs& padding,
                      const std::optional<std::string>& data_format, const Settings& settings) {
  Integers before;
  for (const auto& zeros : reference::spatial_zeros(kSpatial, static_cast<std::int64_t>(x.size()),
                                                    padding, data_format, settings))
    before.push_back(zeros.before);
  return before;
}

}  // namespace kassay::optimized
