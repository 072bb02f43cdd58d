#include "reference/ops/random/drawing.h"
#include "spec/lib/error.h"

namespace kassay::reference::random_binomial_op {
namespace {

// random_binomial.shape, random_binomial.dtype, random_binomial.default-dtype, random_binomial.p
TensorType infer(const Dimensions& shape, double p, const std::optional<DType>& dtype,
                 const Seed& /*seed*/, const Settings& settings) {
  if (!(p >= 0 && p <= 1)) {
    throw mismatch(ErrorKind::kValue, "p", "a number from 0 to 1", p);
  }
  return {dtype.value_or(settings.floatx), shape.sizes};
}

// random_binomial.binomial, random_binomial.one-trial,
// random_binomial.independent, random_binomial.seed, random_binomial.other-seed,
// random_binomial.evaluation
Array compute(const Dimensions& shape, double p, const std::optional<DType>& /*dtype*/,
              const Seed& seed, const Draw& draw) {
  return bernoulli(shape.sizes, p, stream_of(seed, draw));
}

}  // namespace

Kernel kernel() { return define_random(infer, compute); }

}  // namespace kassay::reference::random_binomial_op
