#include "reference/arrays/elementwise.h"
#include "reference/graph/kernel.h"

namespace kassay::reference::sign_op {
namespace {

// sign.value, sign.dtype
Real sign_of(Real x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  return x;  // sign.zero, sign.nan
}

}  // namespace

Kernel kernel() { return define(same_type, each<sign_of>); }

}  // namespace kassay::reference::sign_op
