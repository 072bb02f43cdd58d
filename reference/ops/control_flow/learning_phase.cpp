#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// learning_phase.input, learning_phase.values, learning_phase.one, learning_phase.fixed
Value learning_phase(Session* session) { return session->learning_phase(); }

}  // namespace

namespace kernels {
Kernel learning_phase_kernel() { return define(learning_phase); }
}  // namespace kernels
}  // namespace kassay::reference
