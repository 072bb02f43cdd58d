#include "reference/ops/state/value_of.h"

namespace kassay::reference::batch_get_value_op {
namespace {

// batch_get_value.value, batch_get_value.array, batch_get_value.current, batch_get_value.copy, batch_get_value.repeated, batch_get_value.empty; which argument holds the list is a matter of the edition: batch_get_value.keyword,
// batch_get_value.keyword-ja
Value batch_get_value(const Value& ops, const Value& xs, Session* session) {
  List arrays;
  for (const Value& x : unpack_list(ops.is_none() ? xs : ops, "ops")) {
    arrays.push_back(value_of(x, session));
  }
  return arrays;
}

}  // namespace

Kernel kernel() { return define(batch_get_value); }

}  // namespace kassay::reference::batch_get_value_op
