#include "reference/ops/control_flow/selection.h"

namespace kassay::reference {
namespace {

// For its clauses see choose.
Value switch_(const Value& condition, const Value& then_expression, const Value& else_expression,
              Session* session) {
  return choose(condition, then_expression, else_expression, *session);
}

}  // namespace

namespace kernels {
Kernel switch_kernel() { return define(switch_); }
}  // namespace kernels
}  // namespace kassay::reference
