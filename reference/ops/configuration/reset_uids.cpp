#include "reference/graph/session.h"

namespace kassay::reference::reset_uids_op {
namespace {

// reset_uids.value, reset_uids.every
Value reset_uids(Session* session) {
  session->reset_uids();
  return None{};
}

}  // namespace

Kernel kernel() { return define(reset_uids); }

}  // namespace kassay::reference::reset_uids_op
