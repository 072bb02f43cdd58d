#include "reference/ops/random/drawing.h"

namespace kassay::reference::truncated_normal_op {
namespace {

// truncated_normal.normal, truncated_normal.cut,
// truncated_normal.independent, truncated_normal.resolution, truncated_normal.seed,
// truncated_normal.other-seed,
// truncated_normal.evaluation
Array compute(const Dimensions& shape, double mean, double stddev,
              const std::optional<DType>& /*dtype*/, const Seed& seed, const Draw& draw) {
  return scaled(truncated_normal(shape.sizes, 2, stream_of(seed, draw)), mean, stddev);
}

}  // namespace

// truncated_normal.shape, truncated_normal.dtype, truncated_normal.default-dtype
Kernel kernel() { return define_random(drawn_type, compute); }

}  // namespace kassay::reference::truncated_normal_op
