#include "reference/graph/session.h"

namespace kassay::reference::learning_phase_op {
namespace {

// learning_phase.input, learning_phase.values, learning_phase.one, learning_phase.fixed
Value learning_phase(Session* session) { return session->learning_phase(); }

}  // namespace

Kernel kernel() { return define(learning_phase); }

}  // namespace kassay::reference::learning_phase_op
