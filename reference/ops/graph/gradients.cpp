#include <algorithm>

#include "reference/graph/differentiation.h"
#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::gradients_op {
namespace {

std::vector<StaticType> types_of(const Symbol& /*loss*/, const std::vector<StaticType>& variables) {
  return variables;
}

// stop_gradient.alone: zeros for a variable that only stop_gradient separates from the loss
void fill_stopped(const Expression& loss, const std::vector<Symbol>& variables, Session& session,
                  Gradients& found) {
  if (std::ranges::all_of(found, [](const auto& gradient) { return gradient.has_value(); })) return;
  const Gradients unstopped = backpropagate({loss}, {filled_like(loss, 1)}, variables,
                                            Targets::kConnected, Stopped::kPassed);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] || !unstopped[i]) continue;
    found[i] = filled_like(Expression(session, Handle(variables[i])), 0);
  }
}

// gradients.value, gradients.minimize, gradients.wording, gradients.shape, gradients.current, gradients.variables, gradients.kinds,
// gradients.intermediate, gradients.paths, gradients.twice, gradients.second, gradients.steps: see backpropagate. gradients.flat: an
// operation without a gradient does not pass one on. gradients.repeated-index, gradients.pieces: follow from the origin of elements
// (movement.h)
Value gradients(const Symbol& loss, const std::vector<Symbol>& variables, Session* session) {
  if (!is_floating(loss->type().dtype)) {
    throw mismatch(ErrorKind::kType, "loss", "a tensor of a floating dtype", Handle(loss));
  }
  const Expression of(*session, Handle(loss));
  // gradients.not-scalar: each element of the loss counts once. gradients.list, gradients.nothing, gradients.independent,
  // gradients.no-value
  Gradients found = backpropagate({of}, {filled_like(of, 1)}, variables);
  fill_stopped(of, variables, *session, found);
  List list;
  for (const auto& gradient : found) {
    list.push_back(gradient ? gradient->value() : Value(None{}));
  }
  return list;
}

}  // namespace

Kernel kernel() { return define_unrolled(types_of, gradients, 0); }

}  // namespace kassay::reference::gradients_op
