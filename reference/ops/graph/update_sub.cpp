#include "reference/ops/graph/updates.h"

namespace kassay::reference::update_sub_op {
namespace {

// update_sub.value, update_sub.erratum, update_sub.result, update_sub.when,
// update_sub.each-call, update_sub.own-value, update_sub.shape, update_sub.dtypes
Value update_sub(const Value& x, const Value& decrement, Session* session) {
  variable_of(x, "x");
  require_operand(decrement, "decrement");
  return make_update(x, session->apply("operator.sub", {x, decrement}).front());
}

}  // namespace

Kernel kernel() { return define(update_sub); }

}  // namespace kassay::reference::update_sub_op
