// Spreads of tests.
#pragma once

#include <initializer_list>

#include "optimized/device/spread.h"

namespace kassay::optimized {

inline device::Spread strided(std::initializer_list<long long> sizes,
                              std::initializer_list<long long> strides) {
  device::Spread spread;
  spread.rank = 0;
  const auto* stride = strides.begin();
  for (const long long size : sizes) {
    spread.sizes[spread.rank] = spread.ends[spread.rank] = size;
    spread.strides[spread.rank++] = *stride++;
  }
  return spread;
}

}  // namespace kassay::optimized
