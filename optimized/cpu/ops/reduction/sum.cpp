#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/totals.h"
#include "optimized/notes.h"

namespace kassay::optimized::sum_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const Stages stages = stages_of(x, axis);
  if (takes_notes()) return note_total(x, stages, 1);
  sum(x, stages, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::sum_op
