#include "reference/ops/graph/updates.h"

#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

std::shared_ptr<const Update> make(const Value& x, const Place& of_x, const Value& new_x,
                                   const Place& of_new) {
  std::shared_ptr<const Variable> variable = variable_of(x, of_x);
  const Symbol symbol = symbol_of(new_x);
  if (symbol && symbol->type().dtype != variable->type().dtype) {
    const std::string dtype(dtype_name(variable->type().dtype));
    throw mismatch(ErrorKind::kType, of_new, "a value of the variable's dtype " + dtype, new_x);
  }
  return std::make_shared<Update>(std::move(variable), new_x);
}

}  // namespace

Value make_update(const Value& x, const Value& new_x) {
  return Handle(make(x, "x", new_x, "new_x"));
}

std::shared_ptr<const Update> update_of(const Value& value, const Place& argument) {
  if (const auto* handle = value.get_if<Handle>()) {
    if (auto update = std::dynamic_pointer_cast<const Update>(*handle)) return update;
  }
  if (const auto* pair = value.get_if<List>(); pair != nullptr && pair->size() == 2) {
    return make(pair->front(), Place(argument, 0), pair->back(), Place(argument, 1));
  }
  throw mismatch(ErrorKind::kType, argument, "an update, or a pair of a variable and its value",
                 value);
}

void require_operand(const Value& value, const Place& argument) {
  Operand operand;
  if (!symbol_of(value))
    unpack(value, argument, operand);  // a tensor may even have an unknown rank
}

}  // namespace kassay::reference
