#include "optimized/cpu/kernel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/totals.h"
#include "optimized/notes.h"

namespace kassay::optimized::mean_op {
namespace {

bool compute(const Tensor& x, const Axes& axis, bool /*keepdims*/, Tensor& result) {
  const Layout layout = layout_of(x, axis);
  if (takes_notes()) return note_total(x, layout, static_cast<double>(layout.length()));
  auto numbers = sums(x, layout);
  for (double& number : numbers) number /= static_cast<double>(layout.length());
  store(numbers, result);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::mean_op
