#include "reference/graph/session.h"

namespace kassay::reference::is_tensor_op {
namespace {

// is_tensor.tensor, is_tensor.array, is_tensor.other, is_tensor.sparse
Value is_tensor(const Value& x) { return symbol_of(x) != nullptr; }

}  // namespace

Kernel kernel() { return define(is_tensor); }

}  // namespace kassay::reference::is_tensor_op
