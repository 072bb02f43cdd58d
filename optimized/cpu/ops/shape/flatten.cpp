#include "optimized/cpu/movement.h"

namespace kassay::optimized::flatten_op {

Kernel kernel() { return define_sharing<>(); }

}  // namespace kassay::optimized::flatten_op
