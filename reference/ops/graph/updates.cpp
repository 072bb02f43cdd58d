#include "reference/ops/graph/updates.h"

#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

std::shared_ptr<const Update> make(const Value& x, const Value& new_x) {
  std::shared_ptr<const Variable> variable = variable_of(x, "x");
  const Symbol symbol = symbol_of(new_x);
  if (symbol && symbol->type().dtype != variable->type().dtype) {
    throw ApiError(ErrorKind::kType, describe(new_x) + " for " + variable->describe());
  }
  return std::make_shared<Update>(std::move(variable), new_x);
}

}  // namespace

Value make_update(const Value& x, const Value& new_x) { return Handle(make(x, new_x)); }

std::shared_ptr<const Update> update_of(const Value& value) {
  if (const auto* handle = value.get_if<Handle>()) {
    if (auto update = std::dynamic_pointer_cast<const Update>(*handle)) return update;
  }
  if (const auto* pair = value.get_if<List>(); pair != nullptr && pair->size() == 2) {
    return make(pair->front(), pair->back());
  }
  throw ApiError(
      ErrorKind::kType,
      "an update is what `update` returns, or a variable and its value; found " + describe(value));
}

}  // namespace kassay::reference
