#include "reference/graph/session.h"

namespace kassay::reference::is_sparse_op {
namespace {

// is_sparse.sparse, is_sparse.dense, is_sparse.boolean, is_sparse.made-dense
Value is_sparse(const StaticType& tensor) { return tensor.sparse; }

}  // namespace

Kernel kernel() { return define(is_sparse); }

}  // namespace kassay::reference::is_sparse_op
