#include "reference/graph/session.h"

namespace kassay::reference::stop_gradient_op {
namespace {

// stop_gradient.tensor, stop_gradient.list: one tensor, or each of a list. stop_gradient.value,
// stop_gradient.kept, stop_gradient.follows: by an operation that copies; stop_gradient.constant,
// stop_gradient.nested, stop_gradient.elsewhere: it does not have a gradient
Value stopped(const Value& tensors, const Place& argument, Session& session) {
  if (const auto* list = tensors.get_if<List>()) {
    List results;
    for (std::size_t i = 0; i < list->size(); ++i)
      results.push_back(stopped((*list)[i], Place(argument, i), session));
    return results;
  }
  StaticType type;
  unpack(tensors, argument, type);
  return session.apply("internal.stop_gradient", {tensors}).front();
}

Value stop_gradient(const Value& variables, Session* session) {
  return stopped(variables, "variables", *session);
}

}  // namespace

Kernel kernel() { return define(stop_gradient); }

}  // namespace kassay::reference::stop_gradient_op
