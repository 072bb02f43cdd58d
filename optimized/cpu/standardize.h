// (x - center) / divisor * scale + shift, which the normalisations are: as fast as memory is read and written.
#pragma once

#include <optional>

#include "reference/graph/kernel.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Of float64, of one shape, which broadcasts against that of x.
struct Standard {
  Tensor center;
  Tensor divisor;
  std::optional<Tensor> scale = std::nullopt;
  std::optional<Tensor> shift = std::nullopt;
};

// Returns false where float64 cannot hold what float64 elements give on the way.
bool standardize(const Tensor& x, const Standard& standard, Tensor& result);

// The elements as float64 in the larger shape `shape`, to which those of `as` broadcast.
Tensor spread_wide(const Tensor& tensor, const Shape& as, const Shape& shape);

// sqrt(variance + epsilon), or in the editions zh and ja sqrt(variance) + epsilon. The variances are of float64.
Tensor divisor_of(const Tensor& variance, double epsilon, Edition edition);

}  // namespace kassay::optimized
