#include "reference/graph/kernel.h"

namespace kassay::reference::dtype_op {
namespace {

// dtype.value, dtype.no-suffix
Value compute(const StaticType& x) { return std::string(dtype_name(x.dtype)); }

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::reference::dtype_op
