#include "reference/ops/random/drawing.h"

namespace kassay::reference::random_normal_variable_op {
namespace {

// random_normal_variable.normal, random_normal_variable.mean, random_normal_variable.scale,
// random_normal_variable.independent, random_normal_variable.resolution,
// random_normal_variable.seed,
// random_normal_variable.other-seed, random_normal_variable.variable
Array compute(const Dimensions& shape, double mean, double scale,
              const std::optional<DType>& /*dtype*/, const Name& /*name*/, const Seed& seed,
              const Draw& draw) {
  return scaled(normal(shape.sizes, stream_of(seed, draw)), mean, scale);
}

}  // namespace

// random_normal_variable.shape, random_normal_variable.dtype,
// random_normal_variable.default-dtype, random_normal_variable.name
Kernel kernel() {
  Kernel kernel = define_random(drawn_variable_type, compute);
  kernel.makes_variable = true;
  return kernel;
}

}  // namespace kassay::reference::random_normal_variable_op
