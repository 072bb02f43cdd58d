// Shared by the kernels for a device: the dtypes and the geometry of their tensors.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "optimized/device/recorder.h"
#include "reference/arrays/axes.h"

namespace kassay::optimized::device {

using reference::Axes;

// Calls visit(T{}), where T stores the floating dtype; false for other dtypes.
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

// The same for all dtypes; bool is a byte.
template <class Visit>
bool with_number(DType dtype, Visit&& visit) {
  switch (dtype) {
    case DType::kBool:
    case DType::kUint8:
      visit(static_cast<unsigned char>(0));
      return true;
    case DType::kInt8:
      visit(static_cast<signed char>(0));
      return true;
    case DType::kInt16:
      visit(static_cast<short>(0));
      return true;
    case DType::kInt32:
      visit(0);
      return true;
    case DType::kInt64:
      visit(0LL);
      return true;
    default:
      return with_float(dtype, visit);
  }
}

// Calls visit(From{}, To{}) for floating dtypes that are equal or include float64.
template <class Visit>
bool with_floats(DType from, DType to, Visit&& visit) {
  bool is_served = false;
  with_float(from, [&](auto x) {
    with_float(to, [&](auto y) {
      using From = decltype(x);
      using To = decltype(y);
      if constexpr (std::is_same_v<From, To> || std::is_same_v<From, double> ||
                    std::is_same_v<To, double>) {
        visit(x, y);
        is_served = true;
      }
    });
  });
  return is_served;
}

// The unsigned integer type with as many bits as T.
template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 1, unsigned char,
    std::conditional_t<sizeof(T) == 2, unsigned short,
                       std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>>>;

template <class T>
const T* elements(const Tensor& tensor) {
  return reinterpret_cast<const T*>(tensor.bytes().data());
}
template <class T>
T* elements(Tensor& tensor) {
  return reinterpret_cast<T*>(tensor.mutable_bytes().data());
}

// Precondition: an integer dtype.
inline device::Integers integers_of(const Tensor& tensor) {
  return {tensor.bytes().data(), static_cast<int>(dtype_size(tensor.dtype())),
          tensor.dtype() != DType::kUint8};
}

// A stage of a reduction (optimized/stages.h).
struct Stage {
  std::int64_t rows;
  Lines lines;
};
std::vector<Stage> stages_of(const Shape& shape, const std::vector<std::int64_t>& axes);
// The same for a result that can be computed from the results of equal parts of a row. Long rows are cut if there are too few rows for a
// device, or if a row is read more than once. `reads`: how often it is read.
std::vector<Stage> stages_in_parts(const Shape& shape, const std::vector<std::int64_t>& axes,
                                   int reads = 1);

// Calls add(from, to, stage, is_last) for each stage; it records the commands of the stage. The first stage reads x and the last one writes
// the result; arrays in between have the dtype `between`.
template <class Add>
void add_stages(const Tensor& x, const std::vector<Stage>& stages, DType between, Tensor& result,
                Recorder& recorder, Add&& add) {
  Tensor from = x;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool is_last = i + 1 == stages.size();
    Tensor to = is_last ? result : recorder.scratch(between, {stages[i].rows});
    add(std::as_const(from), to, stages[i], is_last);
    from = to;
  }
}

// The formula of a statement that converts.
std::shared_ptr<const Formula> same_element();
// x, or a float64 copy of it if it has bool or integers.
Tensor as_floats(const Tensor& x, Recorder& recorder);

}  // namespace kassay::optimized::device
