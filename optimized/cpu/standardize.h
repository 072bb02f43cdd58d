// (x - center) / divisor * scale + shift, the formula of normalisations: bound by memory.
#pragma once

#include <optional>

#include "reference/graph/kernel.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// float64 tensors of one shape, which broadcasts against the shape of x.
struct Standard {
  Tensor center;
  Tensor divisor;
  std::optional<Tensor> scale = std::nullopt;
  std::optional<Tensor> shift = std::nullopt;
};

// Returns false if float64 cannot hold intermediate results for float64 elements.
bool standardize(const Tensor& x, const Standard& standard, Tensor& result);

// The elements as float64, read in the shape `as` and broadcast to the larger shape `shape`.
Tensor spread_wide(const Tensor& tensor, const Shape& as, const Shape& shape);

// sqrt(variance + epsilon), or in the editions zh and ja sqrt(variance) + epsilon. The variances are float64.
Tensor divisor_of(const Tensor& variance, double epsilon, Edition edition);

}  // namespace kassay::optimized
