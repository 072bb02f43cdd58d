#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// ndim.value
Value compute(const TensorType& x) { return x.rank(); }

}  // namespace

namespace kernels {
Kernel ndim_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::reference
