// What any and all share.
#pragma once

#include "reference/ops/reduction/reduction.h"

namespace kassay::reference {

// bool, whatever the dtype of x
inline TensorType truth_type(const TensorType& x, const Axes& axis, bool keepdims) {
  return {DType::kBool, reduced_type(x, axis, keepdims).shape};
}

// A NaN is not zero either.
inline bool is_true(Real element) { return element != 0; }

}  // namespace kassay::reference
