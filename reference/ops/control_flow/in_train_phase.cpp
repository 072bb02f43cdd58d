#include "reference/ops/control_flow/selection.h"

namespace kassay::reference::in_train_phase_op {
namespace {

// in_train_phase.selected, in_train_phase.gradient, in_train_phase.functions,
// in_train_phase.training, in_train_phase.training-tensor,
// in_train_phase.fed, in_train_phase.fixed, in_train_phase.untold
Value in_train_phase(const Value& x, const Value& alt, const Value& training, Session* session) {
  const Value phase = training.is_none() ? session->learning_phase() : training;
  return choose({phase, "training"}, {x, "x"}, {alt, "alt"}, *session);
}

}  // namespace

Kernel kernel() { return define(in_train_phase); }

}  // namespace kassay::reference::in_train_phase_op
