#include "reference/ops/graph/updates.h"

namespace kassay::reference::moving_average_update_op {
namespace {

// moving_average_update.average, moving_average_update.shape, moving_average_update.formula,
// moving_average_update.momentum, moving_average_update.whole-momentum,
// moving_average_update.result, moving_average_update.each-call
Value moving_average_update(const Value& x, const Value& value, double momentum, Session* session) {
  variable_of(x, "x");
  StaticType type;
  unpack(value, "value", type);
  const Value kept = session->apply("operator.mul", {x, momentum}).front();
  const Value added = session->apply("operator.mul", {value, 1 - momentum}).front();
  return make_update(x, session->apply("operator.add", {kept, added}).front());
}

}  // namespace

Kernel kernel() { return define(moving_average_update); }

}  // namespace kassay::reference::moving_average_update_op
