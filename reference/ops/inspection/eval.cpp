#include "reference/ops/state/value_of.h"

namespace kassay::reference::eval_op {
namespace {

// eval.value, eval.tensor, eval.current, eval.operators, eval.unfed
Value eval(const Value& x, Session* session) { return value_of(x, "x", session); }

}  // namespace

Kernel kernel() { return define(eval); }

}  // namespace kassay::reference::eval_op
