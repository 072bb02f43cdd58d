#include "reference/ops/state/value_of.h"

namespace kassay::reference::eval_op {

// eval.value, eval.tensor, eval.current, eval.operators, eval.unfed
Kernel kernel() { return define(value_of); }

}  // namespace kassay::reference::eval_op
