#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/totals.h"
#include "optimized/notes.h"

namespace kassay::optimized::mean_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const Stages stages = stages_of(x, axis);
  if (takes_notes()) return note_total(x, stages, static_cast<double>(length_of(stages)));
  auto numbers = sums(x, stages);
  for (double& number : numbers) number /= static_cast<double>(length_of(stages));
  store(numbers, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::mean_op
