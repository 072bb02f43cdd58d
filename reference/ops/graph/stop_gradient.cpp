#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// One tensor, or each of a list.
Value stop_gradient(const Value& variables, Session* session) {
  if (const auto* list = variables.get_if<List>()) {
    List stopped;
    for (const Value& entry : *list) stopped.push_back(stop_gradient(entry, session));
    return stopped;
  }
  return session->apply("internal.stop_gradient", {variables}).front();
}

}  // namespace

namespace kernels {
Kernel stop_gradient_kernel() { return define(stop_gradient); }
}  // namespace kernels
}  // namespace kassay::reference
