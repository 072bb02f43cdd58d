#include "reference/ops/graph/updates.h"

namespace kassay::reference {
namespace {

// moving_average_update.average, moving_average_update.shape, moving_average_update.formula,
// moving_average_update.momentum, moving_average_update.whole-momentum,
// moving_average_update.result, moving_average_update.each-call
Value moving_average_update(const Value& x, const Value& value, double momentum, Session* session) {
  const Value kept = session->apply("operator.mul", {x, momentum}).front();
  const Value added = session->apply("operator.mul", {value, 1 - momentum}).front();
  return make_update(x, session->apply("operator.add", {kept, added}).front());
}

}  // namespace

namespace kernels {
Kernel moving_average_update_kernel() { return define(moving_average_update); }
}  // namespace kernels
}  // namespace kassay::reference
