#include "reference/ops/state/value_of.h"

namespace kassay::reference::get_value_op {
namespace {

// get_value.value, get_value.array, get_value.current, get_value.copy
Value get_value(const Value& x, Session* session) { return value_of(x, "x", session); }

}  // namespace

Kernel kernel() { return define(get_value); }

}  // namespace kassay::reference::get_value_op
