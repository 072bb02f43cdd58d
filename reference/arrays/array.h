// The arrays that kernels compute with: elements are `Real`, whatever the dtype.
//
// A Real (long double) has at least 64 bits of significand here, so it holds every value of every
// dtype exactly, and results of float16, float32 and float64 are computed wide and rounded once,
// when they leave the kernel.
#pragma once

#include <limits>
#include <vector>

#include "spec/lib/tensor.h"

namespace kassay::reference {

using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64,
              "int64 and the wide evaluation of float64 need a long double of 64 bits");

using Index = std::vector<std::int64_t>;

// Row-major, contiguous. An index has as many entries as the shape has dimensions.
class Array {
 public:
  Array() = default;
  explicit Array(Shape shape, Real fill = 0);
  Array(Shape shape, std::vector<Real> data);

  const Shape& shape() const { return shape_; }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape_.size()); }
  std::int64_t size() const { return static_cast<std::int64_t>(data_.size()); }

  Real& operator[](const Index& index) { return data_[static_cast<std::size_t>(offset(index))]; }
  Real operator[](const Index& index) const {
    return data_[static_cast<std::size_t>(offset(index))];
  }
  // All elements in row-major order.
  std::vector<Real>& flat() { return data_; }
  const std::vector<Real>& flat() const { return data_; }

 private:
  std::int64_t offset(const Index& index) const;

  Shape shape_;
  std::vector<Real> data_;
};

Array widen(const Tensor& tensor);
Tensor round_to(DType dtype, const Array& array);
// The tensor itself, not a copy, if it has that dtype.
Tensor round_to(DType dtype, const Tensor& tensor);

// What is known about a tensor before its elements are: a dimension of -1 is unknown.
struct TensorType {
  DType dtype = DType::kFloat32;
  Shape shape;

  std::int64_t rank() const { return static_cast<std::int64_t>(shape.size()); }
};
inline constexpr std::int64_t kUnknown = -1;

// What is known about a number-or-tensor argument: a Python number takes its dtype from the other tensors.
struct Operand {
  bool is_number = false;
  TensorType type;  // of rank 0 for a number
};

// Calls `visit(index)` for each index of the shape in row-major order; once, with an empty index,
// for rank 0.
template <class Visit>
void for_each_index(const Shape& shape, Visit&& visit) {
  Index index(shape.size(), 0);
  for (std::int64_t remaining = element_count(shape); remaining > 0; --remaining) {
    visit(static_cast<const Index&>(index));
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

}  // namespace kassay::reference
