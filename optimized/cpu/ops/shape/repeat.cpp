#include "optimized/cpu/movement.h"

namespace kassay::optimized::repeat_op {
namespace {

Path path(const Shape& x, std::int64_t n) { return path_of_repetition(x, {n, 1}); }

}  // namespace

Kernel kernel() { return define_repeating<path>(); }

}  // namespace kassay::optimized::repeat_op
