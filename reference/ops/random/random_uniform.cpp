#include "reference/ops/random/drawing.h"

namespace kassay::reference::random_uniform_op {
namespace {

// random_uniform.uniform, random_uniform.ends, random_uniform.half-open,
// random_uniform.independent, random_uniform.resolution, random_uniform.seed,
// random_uniform.other-seed,
// random_uniform.evaluation
Array compute(const Dimensions& shape, double minval, double maxval,
              const std::optional<DType>& /*dtype*/, const Seed& seed, const Draw& draw) {
  return scaled(uniform(shape.sizes, stream_of(seed, draw)), minval, maxval - minval);
}

}  // namespace

// random_uniform.shape, random_uniform.dtype, random_uniform.default-dtype
Kernel kernel() { return define_random(drawn_type, compute); }

}  // namespace kassay::reference::random_uniform_op
