#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// is_tensor.tensor, is_tensor.array, is_tensor.other, is_tensor.sparse
Value is_tensor(const Value& x) { return symbol_of(x) != nullptr; }

}  // namespace

namespace kernels {
Kernel is_tensor_kernel() { return define(is_tensor); }
}  // namespace kernels
}  // namespace kassay::reference
