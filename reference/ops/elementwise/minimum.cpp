#include <cmath>

#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

// minimum.value, minimum.number
Real smaller(Real x, Real y) {
  if (std::isnan(x)) return x;  // minimum.nan; a NaN in y makes the comparison false
  return x < y ? x : y;
}

}  // namespace

namespace kernels {
// minimum.broadcast, minimum.shapes, minimum.dtype
Kernel minimum_kernel() { return define(broadcast_type, each_pair<smaller>); }
}  // namespace kernels
}  // namespace kassay::reference
