#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// is_sparse.sparse, is_sparse.dense, is_sparse.boolean, is_sparse.made-dense
Value is_sparse(const StaticType& tensor) { return tensor.sparse; }

}  // namespace

namespace kernels {
Kernel is_sparse_kernel() { return define(is_sparse); }
}  // namespace kernels
}  // namespace kassay::reference
