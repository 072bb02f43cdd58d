#include "optimized/cpu/movement.h"

namespace kassay::optimized::batch_flatten_op {

Kernel kernel() { return define_sharing<>(); }

}  // namespace kassay::optimized::batch_flatten_op
