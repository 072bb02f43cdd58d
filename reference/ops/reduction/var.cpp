#include "reference/graph/kernel.h"
#include "reference/ops/reduction/variance.h"

namespace kassay::reference::var_op {
// var.value, var.population, var.stable, var.special, var.empty; var.axis, var.axis-none,
// var.axis-negative, var.axis-list, var.rank, var.keepdims, var.axis-range, var.integers
Kernel kernel() {
  return define_composite(reduced_float_type, reduce_slices<variance>, variance_of);
}

}  // namespace kassay::reference::var_op
