#include "reference/ops/state/array_of.h"
#include "spec/lib/error.h"

namespace kassay::reference::batch_set_value_op {
namespace {

// batch_set_value.pairs
const List& pair_of(const Value& value) {
  const List& pair = unpack_list(value, "tuples");
  if (pair.size() != 2) {
    throw ApiError(ErrorKind::kValue, "a list of " + std::to_string(pair.size()) +
                                          " instead of a variable and its value");
  }
  return pair;
}

// batch_set_value.value, batch_set_value.dtype, batch_set_value.others, batch_set_value.empty,
// batch_set_value.functions, batch_set_value.shape
Value batch_set_value(const Value& tuples, Session* session) {
  for (const Value& entry : unpack_list(tuples, "tuples")) {
    const List& pair = pair_of(entry);
    const auto variable = variable_of(pair.front(), "tuples");
    variable->assign(round_to(variable->type().dtype, array_of(pair.back(), "tuples", *session)));
  }
  return None{};
}

}  // namespace

Kernel kernel() { return define(batch_set_value); }

}  // namespace kassay::reference::batch_set_value_op
