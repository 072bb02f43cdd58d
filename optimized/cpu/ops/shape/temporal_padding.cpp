#include "optimized/cpu/movement.h"

namespace kassay::optimized::temporal_padding_op {
namespace {

Integers begin(const Shape& /*x*/, const Integers& padding) { return {0, padding.front(), 0}; }

}  // namespace

Kernel kernel() { return define_padding<begin>(); }

}  // namespace kassay::optimized::temporal_padding_op
