#include "optimized/cpu/kernel.h"
#include "optimized/cpu/random.h"
#include "reference/ops/random/drawing.h"

namespace kassay::optimized::random_uniform_op {
namespace {

bool compute(const Value& /*shape*/, double minval, double maxval, const Value& /*dtype*/,
             const reference::Seed& seed, const reference::Draw& draw, Tensor& result) {
  return draw_uniform(reference::stream_of(seed, draw), minval, maxval - minval, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::random_uniform_op
