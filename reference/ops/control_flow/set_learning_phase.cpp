#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::set_learning_phase_op {
namespace {

// set_learning_phase.value, set_learning_phase.again
Value set_learning_phase(const Value& value, Session* session) {
  double phase = 0;
  unpack(value, "value", phase);
  // set_learning_phase.invalid
  if (phase != 0 && phase != 1) {
    throw mismatch(ErrorKind::kValue, "value", "0 or 1", value);
  }
  session->set_learning_phase(static_cast<std::int64_t>(phase));
  return None{};
}

}  // namespace

Kernel kernel() { return define(set_learning_phase); }

}  // namespace kassay::reference::set_learning_phase_op
