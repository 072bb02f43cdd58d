#include "reference/runtime/session.h"

namespace kassay::reference::stop_gradient_op {
namespace {

// stop_gradient.tensor, stop_gradient.list: one tensor, or each of a list. stop_gradient.value,
// stop_gradient.kept, stop_gradient.follows: by an operation that copies; stop_gradient.constant,
// stop_gradient.nested, stop_gradient.elsewhere: which has no gradient
Value stop_gradient(const Value& variables, Session* session) {
  if (const auto* list = variables.get_if<List>()) {
    List stopped;
    for (const Value& entry : *list) stopped.push_back(stop_gradient(entry, session));
    return stopped;
  }
  return session->apply("internal.stop_gradient", {variables}).front();
}

}  // namespace

Kernel kernel() { return define(stop_gradient); }

}  // namespace kassay::reference::stop_gradient_op
