#include "optimized/cpu/kernel.h"
#include "optimized/cpu/random.h"
#include "reference/ops/random/drawing.h"

namespace kassay::optimized::random_normal_variable_op {
namespace {

bool compute(const Value& /*shape*/, double mean, double scale, const Value& /*dtype*/,
             const Value& /*name*/, const reference::Seed& seed, const reference::Draw& draw,
             Tensor& result) {
  return draw_normal(reference::stream_of(seed, draw), mean, scale, std::nullopt, result);
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::random_normal_variable_op
