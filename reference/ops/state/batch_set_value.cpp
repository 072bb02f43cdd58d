#include "reference/ops/state/array_of.h"
#include "spec/lib/error.h"

namespace kassay::reference::batch_set_value_op {
namespace {

// batch_set_value.pairs
const List& pair_of(const Value& value, const Place& place) {
  const List& pair = unpack_list(value, place);
  if (pair.size() != 2) throw mismatch(ErrorKind::kValue, place, "a variable and its value", value);
  return pair;
}

// batch_set_value.value, batch_set_value.dtype, batch_set_value.others, batch_set_value.empty,
// batch_set_value.functions, batch_set_value.shape
Value batch_set_value(const Value& tuples, Session* session) {
  const Place argument = "tuples";
  const List& pairs = unpack_list(tuples, argument);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Place place(argument, i);
    const List& pair = pair_of(pairs[i], place);
    const auto variable = variable_of(pair.front(), Place(place, 0));
    const Array value = array_of(pair.back(), Place(place, 1), *session);
    variable->assign(round_to(variable->type().dtype, value));
  }
  return None{};
}

}  // namespace

Kernel kernel() { return define(batch_set_value); }

}  // namespace kassay::reference::batch_set_value_op
