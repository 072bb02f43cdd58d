#include "reference/graph/kernel.h"
#include "spec/lib/error.h"

namespace kassay::reference::count_params_op {
namespace {

// count_params.value, count_params.scalar, count_params.static
Value count(const StaticType& x) {
  if (!x.is_complete()) {
    throw ApiError(ErrorKind::kValue, "the shape of x is not fully known");
  }
  return element_count(*x.shape);
}

}  // namespace

// By the signature and the pieces named below: count_params.product
Kernel kernel() { return define(count); }

}  // namespace kassay::reference::count_params_op
