#include "reference/ops/state/value_of.h"

namespace kassay::reference::kernels {

// eval.value, eval.tensor, eval.current, eval.unfed
Kernel eval_kernel() { return define(value_of); }

}  // namespace kassay::reference::kernels
