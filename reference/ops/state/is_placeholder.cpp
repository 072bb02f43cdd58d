#include "reference/graph/session.h"

namespace kassay::reference::is_placeholder_op {
namespace {

// is_placeholder.value, is_placeholder.other, is_placeholder.sparse, is_placeholder.boolean, is_placeholder.no-tensor
Value is_placeholder(const Value& x) {
  return dynamic_cast<const Placeholder*>(symbol_of(x).get()) != nullptr;
}

}  // namespace

Kernel kernel() { return define(is_placeholder); }

}  // namespace kassay::reference::is_placeholder_op
