#include "reference/ops/graph/updates.h"

namespace kassay::reference::update_add_op {
namespace {

// update_add.value, update_add.shape, update_add.operation, update_add.each-call, update_add.lazy
Value update_add(const Value& x, const Value& increment, Session* session) {
  variable_of(x, "x");
  require_operand(increment, "increment");
  return make_update(x, session->apply("operator.add", {x, increment}).front());
}

}  // namespace

Kernel kernel() { return define(update_add); }

}  // namespace kassay::reference::update_add_op
