#include "optimized/cpu/movement.h"

namespace kassay::optimized::squeeze_op {

Kernel kernel() { return define_sharing<const Value&>(); }

}  // namespace kassay::optimized::squeeze_op
