// What the kernels for a device share: the dtypes and the geometry of their tensors.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/device/recorder.h"
#include "reference/runtime/axes.h"

namespace kassay::optimized::device {

using reference::Axes;

// Calls visit(T{}), T being what a floating dtype is stored as; false for another one.
template <class Visit>
bool with_float(DType dtype, Visit&& visit) {
  switch (dtype) {
    case DType::kFloat16:
      visit(Half{});
      return true;
    case DType::kFloat32:
      visit(float{});
      return true;
    case DType::kFloat64:
      visit(double{});
      return true;
    default:
      return false;
  }
}

template <class T>
const T* elements(const Tensor& tensor) {
  return reinterpret_cast<const T*>(tensor.bytes().data());
}
template <class T>
T* elements(Tensor& tensor) {
  return reinterpret_cast<T*>(tensor.mutable_bytes().data());
}

// How axes are reduced that may have others between them: adjacent ones at a time, the last ones first. One of length 1 if there are none.
struct Stage {
  std::int64_t rows;
  Lines lines;
};
std::vector<Stage> stages_of(const Shape& shape, const std::vector<std::int64_t>& axes);

}  // namespace kassay::optimized::device
