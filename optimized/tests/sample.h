// Reproducible tensors for tests.
#pragma once

#include <cmath>
#include <cstdint>

#include "spec/lib/backend.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Numbers in [low, low + 1), evenly distributed, in no particular order.
inline Tensor sample(DType dtype, const Shape& shape, long double low) {
  Tensor tensor(dtype, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i) {
    const long double turn = static_cast<long double>(i) * 0.618033988749894848L;
    set_element(tensor, i, low + turn - std::floor(turn));
  }
  return tensor;
}

// The array that a function of the API returns.
inline Tensor evaluated(Backend& backend, const std::string& function, const Arguments& arguments) {
  const Value result = backend.call(function, arguments).front();
  return std::get<Tensor>(backend.call("eval", {{result}, {}}).front());
}

}  // namespace kassay::optimized
