#include "reference/runtime/elementwise.h"

namespace kassay::reference {
namespace {

constexpr Real kCorner = 2.5L;

Real hard_sigmoid(Real x) {
  if (x < -kCorner) return 0;  // hard_sigmoid.low
  if (x > kCorner) return 1;   // hard_sigmoid.high
  return x / 5 + 0.5L;         // hard_sigmoid.middle; hard_sigmoid.special: NaN comes here
}

}  // namespace

namespace kernels {
// By the signature and the pieces named below: hard_sigmoid.nan
Kernel hard_sigmoid_kernel() { return define(same_type, each<hard_sigmoid>); }
}  // namespace kernels
}  // namespace kassay::reference
