#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// reset_uids.value, reset_uids.every
Value reset_uids(Session* session) {
  session->reset_uids();
  return None{};
}

}  // namespace

namespace kernels {
Kernel reset_uids_kernel() { return define(reset_uids); }
}  // namespace kernels
}  // namespace kassay::reference
