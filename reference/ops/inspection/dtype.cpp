#include "reference/runtime/kernel.h"

namespace kassay::reference {
namespace {

// dtype.value, dtype.no-suffix
Value compute(const StaticType& x) { return std::string(dtype_name(x.dtype)); }

}  // namespace

namespace kernels {
Kernel dtype_kernel() { return define(compute); }
}  // namespace kernels
}  // namespace kassay::reference
