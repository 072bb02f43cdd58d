#include "reference/ops/state/array_of.h"

#include "spec/lib/error.h"

namespace kassay::reference {

Array array_of(const Value& value, const Place& argument, Session& session) {
  if (value.get_if<SparseTensor>() != nullptr) return widen(dense(value));
  if (const Symbol symbol = symbol_of(value)) {
    return widen(dense(session.evaluate({symbol}).front()));
  }
  Nested nested;
  unpack(value, argument, nested);
  return nested.array;
}

std::shared_ptr<const Variable> variable_of(const Value& value, const Place& argument) {
  auto variable = std::dynamic_pointer_cast<const Variable>(symbol_of(value));
  if (!variable) throw mismatch(ErrorKind::kType, argument, "a variable", value);
  return variable;
}

}  // namespace kassay::reference
