// Shared code of the element-wise functions. A kernel file then states only what happens to one element: define(same_type, each<f>),
// define(broadcast_type, each_pair<f>), define(truth_type, each_pair<f>).
#pragma once

#include "reference/arrays/array.h"
#include "reference/arrays/loops.h"

namespace kassay::reference {

// The dtype and shape of x.
TensorType same_type(const TensorType& x);

// The dtype of x and the common shape. A Python number takes the dtype of x. Throws ApiError: value
// if the shapes do not broadcast, type if two tensors have different dtypes.
TensorType broadcast_type(const TensorType& x, const Operand& y);

// bool, and the common shape. Throws like broadcast_type.
TensorType truth_type(const TensorType& x, const Operand& y);

// result[i] = f(x[i])
template <Real (*F)(Real)>
Array each(const Array& x) {
  return map(x, F);
}

// result[i] = f(x[i], y[i]) after broadcasting; f returns a Real or a bool
template <auto F>
Array each_pair(const Array& x, const Array& y) {
  return map(x, y, F);
}

}  // namespace kassay::reference
