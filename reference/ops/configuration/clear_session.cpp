#include "reference/graph/session.h"

namespace kassay::reference::clear_session_op {
namespace {

// clear_session.value, clear_session.uids, clear_session.phase, clear_session.configuration
Value clear_session(Session* session) {
  session->clear();
  return None{};
}

}  // namespace

Kernel kernel() { return define(clear_session); }

}  // namespace kassay::reference::clear_session_op
