#include "reference/ops/graph/updates.h"

namespace kassay::reference::update_op {
namespace {

// update.value, update.result, update.when, update.each-call, update.own-value, update.only,
// update.shape, update.same-shape
Value update(const Value& x, const Value& new_x) { return make_update(x, new_x); }

}  // namespace

Kernel kernel() { return define(update); }

}  // namespace kassay::reference::update_op
