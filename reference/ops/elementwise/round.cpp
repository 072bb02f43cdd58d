#include <cmath>

#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::round_op {
namespace {

// round.value, round.dtype, round.special; round.ties, round.ties-untold: the mode that C++ starts
// with is half to even
Real nearest_integer(Real x) { return std::nearbyint(x); }

}  // namespace

Kernel kernel() { return define(same_type, each<nearest_integer>); }

}  // namespace kassay::reference::round_op
