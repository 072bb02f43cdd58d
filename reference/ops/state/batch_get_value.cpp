#include "reference/ops/state/value_of.h"

namespace kassay::reference::batch_get_value_op {
namespace {

// batch_get_value.value, batch_get_value.array, batch_get_value.current, batch_get_value.copy, batch_get_value.repeated,
// batch_get_value.empty; the argument with the list depends on the edition: batch_get_value.keyword, batch_get_value.keyword-ja
Value batch_get_value(const Value& ops, const Value& xs, Session* session,
                      const Settings& settings) {
  List arrays;
  const bool is_ja = settings.edition == Edition::kJa;
  const Place argument = is_ja ? "xs" : "ops";
  const List& tensors = unpack_list(is_ja ? xs : ops, argument);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    arrays.push_back(value_of(tensors[i], Place(argument, i), session));
  return arrays;
}

}  // namespace

Kernel kernel() { return define(batch_get_value); }

}  // namespace kassay::reference::batch_get_value_op
