// Reproducible tensors for tests.
#pragma once

#include <cmath>
#include <cstdint>

#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Numbers in [low, low + 1), spread evenly and without order.
inline Tensor sample(DType dtype, const Shape& shape, long double low) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const long double turn = static_cast<long double>(i) * 0.618033988749894848L;
    set_element(tensor, i, low + turn - std::floor(turn));
  }
  return tensor;
}

}  // namespace kassay::optimized
