// A dense tensor: dtype, shape, and contiguous row-major elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "spec/lib/dtype.h"

namespace kassay {

using Shape = std::vector<std::int64_t>;

// The number of elements; 1 for rank 0. Precondition: no dimension is negative.
std::int64_t element_count(const Shape& shape);

// "(3, 4)", "(5,)", "()" as Python prints it; an unknown dimension (-1) is "None".
std::string to_string(const Shape& shape);

// Copies share the elements, and need no allocation. Use `mutable_data` only on a new tensor, or if no other code reads the elements
// any more.
class Tensor {
 public:
  Tensor();  // float32, of shape (0,)
  // All elements are zero.
  Tensor(DType dtype, Shape shape);
  // The elements are unspecified: write every one of them.
  static Tensor unspecified(DType dtype, Shape shape);
  // A view of elements that `owner` keeps alive.
  Tensor(DType dtype, Shape shape, std::shared_ptr<std::byte> owner);

  DType dtype() const { return dtype_; }
  const Shape& shape() const { return *shape_; }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape_->size()); }
  std::int64_t size() const { return size_; }
  std::size_t byte_size() const { return static_cast<std::size_t>(size_) * dtype_size(dtype_); }

  std::span<const std::byte> bytes() const { return {data_.get(), byte_size()}; }
  std::span<std::byte> mutable_bytes() { return {data_.get(), byte_size()}; }

  // Precondition: T is the C++ type of dtype().
  template <class T>
  std::span<const T> data() const {
    return {reinterpret_cast<const T*>(data_.get()), static_cast<std::size_t>(size_)};
  }
  template <class T>
  std::span<T> mutable_data() {
    return {reinterpret_cast<T*>(data_.get()), static_cast<std::size_t>(size_)};
  }

  // The same elements under another shape of equal count.
  Tensor reshaped(Shape shape) const;
  // The elements from `first` on, as many as `shape` has.
  Tensor part(std::int64_t first, Shape shape) const;
  // The same with the shape of a tensor, without an allocation.
  Tensor part_like(const Tensor& other, std::int64_t first) const;
  // How many tensors share the elements, including this one.
  std::int64_t owner_count() const { return data_.use_count(); }
  // Whether another tensor shares the elements.
  bool is_shared() const { return owner_count() > 1; }

 private:
  DType dtype_;
  std::shared_ptr<const Shape> shape_;
  std::int64_t size_;
  std::shared_ptr<std::byte> data_;
};

// One element as a long double, which holds every value of every dtype exactly.
long double element(const Tensor& tensor, std::int64_t flat_index);
// Rounds once to the tensor's dtype: floats to nearest even; integers toward zero, wrapping; bool
// is "not zero".
void set_element(Tensor& tensor, std::int64_t flat_index, long double value);

}  // namespace kassay
