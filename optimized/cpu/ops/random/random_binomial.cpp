#include "optimized/cpu/kernel.h"
#include "optimized/cpu/random.h"
#include "reference/ops/random/drawing.h"

namespace kassay::optimized::random_binomial_op {
namespace {

bool compute(const Value& /*shape*/, double p, const Value& /*dtype*/, const reference::Seed& seed,
             const reference::Draw& draw, Tensor& result) {
  return draw_bernoulli(reference::stream_of(seed, draw), p, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::random_binomial_op
