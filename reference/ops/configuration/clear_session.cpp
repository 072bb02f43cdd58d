#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// clear_session.value, clear_session.uids, clear_session.phase, clear_session.configuration
Value clear_session(Session* session) {
  session->clear();
  return None{};
}

}  // namespace

namespace kernels {
Kernel clear_session_kernel() { return define(clear_session); }
}  // namespace kernels
}  // namespace kassay::reference
