#include "reference/ops/state/array_of.h"

namespace kassay::reference::set_value_op {
namespace {

// set_value.value, set_value.array, set_value.only, set_value.dtype, set_value.shape,
// set_value.functions, set_value.computed, set_value.again, set_value.number
Value set_value(const Value& x, const Value& value, Session* session) {
  const auto variable = variable_of(x, "x");
  variable->assign(round_to(variable->type().dtype, array_of(value, "value", *session)));
  return None{};
}

}  // namespace

Kernel kernel() { return define(set_value); }

}  // namespace kassay::reference::set_value_op
