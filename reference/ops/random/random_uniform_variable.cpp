#include "reference/ops/random/drawing.h"

namespace kassay::reference::random_uniform_variable_op {
namespace {

// random_uniform_variable.uniform, random_uniform_variable.ends, random_uniform_variable.half-open,
// random_uniform_variable.independent, random_uniform_variable.resolution,
// random_uniform_variable.seed,
// random_uniform_variable.other-seed, random_uniform_variable.variable
Array compute(const Dimensions& shape, double low, double high,
              const std::optional<DType>& /*dtype*/, const Name& /*name*/, const Seed& seed,
              const Draw& draw) {
  return scaled(uniform(shape.sizes, stream_of(seed, draw)), low, high - low);
}

}  // namespace

// random_uniform_variable.shape, random_uniform_variable.dtype,
// random_uniform_variable.default-dtype, random_uniform_variable.name
Kernel kernel() {
  Kernel kernel = define_random(drawn_variable_type, compute);
  kernel.makes_variable = true;
  return kernel;
}

}  // namespace kassay::reference::random_uniform_variable_op
