// Shared by any and all.
#pragma once

#include "reference/ops/reduction/reduction.h"

namespace kassay::reference {

// 0 and 1 as uint8, for any dtype of x
inline TensorType truth_type(const TensorType& x, const Axes& axis, bool keepdims) {
  return {DType::kUint8, reduced_type(x, axis, keepdims).shape};
}

// NaN is not zero either.
inline bool is_true(Real element) { return element != 0; }

}  // namespace kassay::reference
