#include <optional>
#include <string>

#include "reference/graph/session.h"
#include "reference/ops/state/array_of.h"

namespace kassay::reference::variable_op {
namespace {

// variable.value, variable.array, variable.numbers, variable.dtype, variable.converted,
// variable.default-dtype, variable.name, variable.separate, variable.copied, variable.metadata,
// variable.sparse, variable.sparse-evaluated; variable.constraint: it is for optimizers and has no effect here
Value variable(const Value& value, const std::optional<DType>& dtype,
               const std::optional<std::string>& /*name*/, const Value& /*constraint*/,
               Session* session) {
  const auto* sparse = value.get_if<SparseTensor>();
  const DType own = sparse ? sparse->values().dtype() : session->settings()->floatx;
  Tensor array = round_to(dtype.value_or(own), array_of(value, "value", *session));
  return Handle(std::make_shared<Variable>(sparse ? Value(to_sparse(array)) : Value(array)));
}

}  // namespace

Kernel kernel() { return define(variable); }

}  // namespace kassay::reference::variable_op
