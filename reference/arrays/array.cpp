#include "reference/arrays/array.h"

#include <cassert>
#include <utility>

namespace kassay::reference {

Array::Array(Shape shape, Real fill)
    : shape_(std::move(shape)), data_(static_cast<std::size_t>(element_count(shape_)), fill) {}

Array::Array(Shape shape, std::vector<Real> data)
    : shape_(std::move(shape)), data_(std::move(data)) {
  assert(element_count(shape_) == size());
}

std::int64_t Array::offset(const Index& index) const {
  assert(index.size() == shape_.size());
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < shape_.size(); ++d) {
    assert(index[d] >= 0 && index[d] < shape_[d]);
    offset = offset * shape_[d] + index[d];
  }
  return offset;
}

Array widen(const Tensor& tensor) {
  Array array(tensor.shape());
  with_type_of(tensor.dtype(), [&](auto sample) {
    const auto elements = tensor.data<decltype(sample)>();
    for (std::size_t i = 0; i < elements.size(); ++i)
      array.flat()[i] = static_cast<Real>(elements[i]);
  });
  return array;
}

Tensor round_to(DType dtype, const Array& array) {
  Tensor tensor(dtype, array.shape());
  for (std::int64_t i = 0; i < array.size(); ++i) {
    set_element(tensor, i, array.flat()[static_cast<std::size_t>(i)]);
  }
  return tensor;
}

Tensor round_to(DType dtype, const Tensor& tensor) {
  return tensor.dtype() == dtype ? tensor : round_to(dtype, widen(tensor));
}

}  // namespace kassay::reference
