#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// maximum.value, maximum.number
Real larger(Real x, Real y) {
  if (std::isnan(x)) return x;  // maximum.nan; a NaN in y makes the comparison false
  return x > y ? x : y;
}

}  // namespace

namespace kernels {
// maximum.broadcast, maximum.shapes, maximum.dtype
Kernel maximum_kernel() { return define(broadcast_type, each_pair<larger>); }
}  // namespace kernels
}  // namespace kassay::reference
