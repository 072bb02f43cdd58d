// The expectation of a random tensor: not values, but their distribution and how they depend on each
// other (spec/vectors.md, "Samples").
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/lib/dtype.h"
#include "spec/lib/tensor.h"

namespace kassay {

struct UniformDistribution {
  double low = 0, high = 1;
};
struct NormalDistribution {
  double mean = 0, std = 1;
};
// A normal distribution without the numbers more than `bound` standard deviations from the mean:
// they are drawn again, or moved to the nearest bound. `std` is the value before the cut.
struct TruncatedNormalDistribution {
  double mean = 0, std = 1, bound = 2;
};
struct ClippedNormalDistribution {
  double mean = 0, std = 1, bound = 2;
};
// Each element equals its own value with probability p, else 0.
struct BernoulliDistribution {
  double p = 0.5;
  // float64, of the shape of the sample, and nowhere 0; absent: 1 everywhere.
  std::optional<Tensor> value;
};
using Distribution =
    std::variant<UniformDistribution, NormalDistribution, TruncatedNormalDistribution,
                 ClippedNormalDistribution, BernoulliDistribution>;

struct ExpectedSample {
  DType dtype = DType::kFloat32;
  Shape shape;
  Distribution distribution;
  // One draw serves all indices along these axes. The draw is the element or, for a Bernoulli
  // distribution with values, the flag for whether the element is its value or 0.
  std::vector<std::int64_t> constant_axes;
  // Places of earlier samples among the outputs: those with the same draw, and those that are
  // independent.
  std::optional<int> same_draw_as;
  std::vector<int> independent_of;
};

}  // namespace kassay
