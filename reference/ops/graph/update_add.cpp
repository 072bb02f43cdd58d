#include "reference/ops/graph/updates.h"

namespace kassay::reference {
namespace {

// update_add.value, update_add.shape, update_add.operation, update_add.each-call, update_add.lazy
Value update_add(const Value& x, const Value& increment, Session* session) {
  return make_update(x, session->apply("operator.add", {x, increment}).front());
}

}  // namespace

namespace kernels {
Kernel update_add_kernel() { return define(update_add); }
}  // namespace kernels
}  // namespace kassay::reference
