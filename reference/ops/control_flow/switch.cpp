#include "reference/ops/control_flow/selection.h"

namespace kassay::reference::switch_op {
namespace {

// Its clauses are cited at `choose`.
Value switch_(const Value& condition, const Value& then_expression, const Value& else_expression,
              Session* session) {
  return choose({condition, "condition"}, {then_expression, "then_expression"},
                {else_expression, "else_expression"}, *session);
}

}  // namespace

Kernel kernel() { return define(switch_); }

}  // namespace kassay::reference::switch_op
