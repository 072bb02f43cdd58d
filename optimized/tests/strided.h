// Strided layouts for tests.
#pragma once

#include <initializer_list>

#include "optimized/layout.h"

namespace kassay::optimized {

inline Layout strided(std::initializer_list<long long> sizes,
                      std::initializer_list<long long> strides) {
  Layout layout{.rank = 0};
  const auto* stride = strides.begin();
  for (const long long size : sizes) layout.dimensions[layout.rank++] = {size, *stride++, 0, size};
  return layout;
}

}  // namespace kassay::optimized
