// What any and all share.
#pragma once

#include "reference/ops/reduction/reduction.h"

namespace kassay::reference {

// any.dtype, all.dtype
inline TensorType truth_type(const TensorType& x, const Axes& axis, bool keepdims) {
  return {DType::kBool, reduced_type(x, axis, keepdims).shape};
}

// any.truth, all.truth: a NaN is not zero either
inline bool is_true(Real element) { return element != 0; }

}  // namespace kassay::reference
