#include "reference/runtime/differentiation.h"
#include "reference/runtime/session.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

std::vector<StaticType> types_of(const Symbol& /*loss*/, const std::vector<StaticType>& variables) {
  return variables;
}

Value gradients(const Symbol& loss, const std::vector<Symbol>& variables, Session* session) {
  if (!is_floating(loss->type().dtype)) {
    throw ApiError(ErrorKind::kType, "the loss is " + loss->describe());
  }
  const Expression of(*session, Handle(loss));
  List list;
  for (const auto& gradient : backpropagate({of}, {filled_like(of, 1)}, variables)) {
    list.push_back(gradient ? gradient->value() : Value(None{}));
  }
  return list;
}

}  // namespace

namespace kernels {
Kernel gradients_kernel() { return define_unrolled(types_of, gradients, 0); }
}  // namespace kernels
}  // namespace kassay::reference
