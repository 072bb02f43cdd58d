#include "reference/ops/control_flow/selection.h"

namespace kassay::reference::in_test_phase_op {
namespace {

// in_test_phase.selected, in_test_phase.gradient, in_test_phase.functions,
// in_test_phase.training, in_test_phase.training-tensor,
// in_test_phase.fed, in_test_phase.fixed, in_test_phase.untold
Value in_test_phase(const Value& x, const Value& alt, const Value& training, Session* session) {
  const Value phase = training.is_none() ? session->learning_phase() : training;
  return choose({phase, "training"}, {alt, "alt"}, {x, "x"}, *session);
}

}  // namespace

Kernel kernel() { return define(in_test_phase); }

}  // namespace kassay::reference::in_test_phase_op
