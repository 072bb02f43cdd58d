#include "spec/lib/tensor.h"

#include <cassert>
#include <cmath>
#include <cstdlib>
#include <new>
#include <type_traits>

#include "spec/lib/memory.h"

namespace kassay {
namespace {

// A shape may come from any caller's arguments: one that is too large for memory must not wrap around.
std::size_t checked_byte_size(std::int64_t count, DType dtype) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(static_cast<std::size_t>(count), dtype_size(dtype), &bytes)) {
    throw std::bad_array_new_length();
  }
  return bytes;
}

// Zeroed by calloc, which takes large blocks from the system as untouched pages.
std::shared_ptr<std::byte> zeroed(std::size_t bytes) {
  auto* memory = static_cast<std::byte*>(std::calloc(bytes == 0 ? 1 : bytes, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return {memory, std::free};
}

// Integers wrap in two's complement; NaN and infinities become 0.
template <class Integer>
Integer truncated(long double value) {
  if (!std::isfinite(value)) return 0;
  const long double whole = std::trunc(value);
  constexpr long double kTwoTo64 = 0x1p64L;
  const long double magnitude = std::fmod(std::fabs(whole), kTwoTo64);
  const auto bits = static_cast<std::uint64_t>(magnitude);
  return static_cast<Integer>(whole < 0 ? 0 - bits : bits);
}

template <class T>
T rounded(long double value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else if constexpr (std::is_integral_v<T>) {
    return truncated<T>(value);
  } else {
    return static_cast<T>(value);
  }
}

}  // namespace

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t dimension : shape) {
    assert(dimension >= 0);
    if (dimension == 0) return 0;
  }
  for (const std::int64_t dimension : shape) {
    if (__builtin_mul_overflow(count, dimension, &count)) throw std::bad_array_new_length();
  }
  return count;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += shape[i] == -1 ? "None" : std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Tensor::Tensor()
    : Tensor([]() -> const Tensor& {
        static const Tensor empty(DType::kFloat32, {0});
        return empty;
      }()) {}

Tensor::Tensor(DType dtype, Shape shape)
    : dtype_(dtype),
      shape_(std::make_shared<const Shape>(std::move(shape))),
      size_(element_count(*shape_)),
      data_(zeroed(checked_byte_size(size_, dtype_))) {}

Tensor::Tensor(DType dtype, Shape shape, std::shared_ptr<std::byte> owner)
    : dtype_(dtype),
      shape_(std::make_shared<const Shape>(std::move(shape))),
      size_(element_count(*shape_)),
      data_(std::move(owner)) {}

Tensor Tensor::unspecified(DType dtype, Shape shape) {
  const std::size_t bytes = checked_byte_size(element_count(shape), dtype);
  return {dtype, std::move(shape), unspecified_memory(bytes)};
}

Tensor Tensor::reshaped(Shape shape) const {
  assert(element_count(shape) == size_);
  return {dtype_, std::move(shape), data_};
}

Tensor Tensor::part(std::int64_t first, Shape shape) const {
  assert(0 <= first && first + element_count(shape) <= size_);
  std::byte* const begin = data_.get() + static_cast<std::size_t>(first) * dtype_size(dtype_);
  return {dtype_, std::move(shape), std::shared_ptr<std::byte>(data_, begin)};
}

Tensor Tensor::part_like(const Tensor& other, std::int64_t first) const {
  assert(0 <= first && first + other.size_ <= size_);
  Tensor part = other;
  part.dtype_ = dtype_;
  std::byte* const begin = data_.get() + static_cast<std::size_t>(first) * dtype_size(dtype_);
  part.data_ = std::shared_ptr<std::byte>(data_, begin);
  return part;
}

long double element(const Tensor& tensor, std::int64_t flat_index) {
  assert(0 <= flat_index && flat_index < tensor.size());
  return with_type_of(tensor.dtype(), [&](auto zero) {
    return static_cast<long double>(tensor.data<decltype(zero)>()[flat_index]);
  });
}

void set_element(Tensor& tensor, std::int64_t flat_index, long double value) {
  assert(0 <= flat_index && flat_index < tensor.size());
  with_type_of(tensor.dtype(), [&](auto zero) {
    using T = decltype(zero);
    tensor.mutable_data<T>()[flat_index] = rounded<T>(value);
  });
}

}  // namespace kassay
