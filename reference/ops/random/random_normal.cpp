#include "reference/ops/random/drawing.h"

namespace kassay::reference::random_normal_op {
namespace {

// random_normal.normal, random_normal.mean, random_normal.stddev, random_normal.zero-stddev,
// random_normal.independent, random_normal.resolution, random_normal.seed,
// random_normal.other-seed, random_normal.evaluation
Array compute(const Dimensions& shape, double mean, double stddev,
              const std::optional<DType>& /*dtype*/, const Seed& seed, const Draw& draw) {
  return scaled(normal(shape.sizes, stream_of(seed, draw)), mean, stddev);
}

}  // namespace

// random_normal.shape, random_normal.dtype, random_normal.default-dtype
Kernel kernel() { return define_random(drawn_type, compute); }

}  // namespace kassay::reference::random_normal_op
