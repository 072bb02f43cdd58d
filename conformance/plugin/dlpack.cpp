#include "conformance/plugin/dlpack.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "conformance/plugin/breach.h"

namespace kassay::plugin {
namespace {

// No array library supports a larger rank, so a larger one must be an uninitialized field.
constexpr std::int32_t kMaxRank = 64;
constexpr int kBitsPerByte = 8;

[[noreturn]] void fail(const std::string& problem) {
  throw Breach("gave an invalid DLPack tensor: " + problem);
}

Shape shape_of(const DLTensor& tensor) {
  if (tensor.ndim < 0 || tensor.ndim > kMaxRank) {
    fail("its rank is " + std::to_string(tensor.ndim));
  }
  if (tensor.ndim > 0 && tensor.shape == nullptr) fail("its shape is NULL");
  Shape shape(tensor.shape, tensor.shape + tensor.ndim);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] < 0) {
      fail("dimension " + std::to_string(i) + " is " + std::to_string(shape[i]));
    }
  }
  return shape;
}

// Copies the elements of dimension `axis` and later ones, row by row; returns the end of the copy.
std::byte* copy(const DLTensor& tensor, const std::vector<std::int64_t>& strides,
                std::ptrdiff_t item, std::size_t axis, const std::byte* from, std::byte* to) {
  if (axis == strides.size()) {
    std::memcpy(to, from, static_cast<std::size_t>(item));
    return to + item;
  }
  for (std::int64_t i = 0; i < tensor.shape[axis]; ++i) {
    to = copy(tensor, strides, item, axis + 1, from + i * strides[axis] * item, to);
  }
  return to;
}

// Bytes other than 0 and 1 in a C++ bool are undefined behaviour.
void check_bools(const Tensor& tensor) {
  const auto bytes = tensor.bytes();
  const auto found = std::ranges::find_if(bytes, [](std::byte b) { return b > std::byte{1}; });
  if (found == bytes.end()) return;
  fail("element " + std::to_string(found - bytes.begin()) + " of a bool tensor is " +
       std::to_string(std::to_integer<int>(*found)) + ", neither 0 nor 1");
}

}  // namespace

DLDataType dl_dtype(DType dtype) {
  const auto code = dtype == DType::kBool    ? kDLBool
                    : dtype == DType::kUint8 ? kDLUInt
                    : is_floating(dtype)     ? kDLFloat
                                             : kDLInt;
  return {static_cast<std::uint8_t>(code),
          static_cast<std::uint8_t>(kBitsPerByte * dtype_size(dtype)), 1};
}

DType dtype_of(DLDataType dtype) {
  for (const DType known : kDTypes) {
    const DLDataType same = dl_dtype(known);
    if (same.code == dtype.code && same.bits == dtype.bits && dtype.lanes == 1) return known;
  }
  throw Breach("used a DLPack type that the API does not have: code " + std::to_string(dtype.code) +
               ", " + std::to_string(dtype.bits) + " bits, " + std::to_string(dtype.lanes) +
               " lanes");
}

std::vector<std::int64_t> compact_strides(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<std::int64_t>(shape[i], 1);
  }
  return strides;
}

Tensor to_tensor(const DLTensor* tensor) {
  if (tensor == nullptr) fail("it is NULL");
  if (tensor->device.device_type != kDLCPU) {
    fail("it is on a device of type " + std::to_string(tensor->device.device_type) +
         ", not on the CPU");
  }
  const DType dtype = dtype_of(tensor->dtype);
  Shape shape = shape_of(*tensor);
  const bool empty = std::ranges::find(shape, 0) != shape.end();
  if (tensor->data == nullptr && !empty) {
    fail("its data is NULL, and its shape is " + to_string(shape));
  }
  Tensor result(dtype, std::move(shape));
  if (empty) return result;
  const auto* first = static_cast<const std::byte*>(tensor->data) + tensor->byte_offset;
  if (tensor->strides == nullptr) {
    std::memcpy(result.mutable_bytes().data(), first, result.byte_size());
  } else {
    const std::vector<std::int64_t> strides(tensor->strides, tensor->strides + tensor->ndim);
    copy(*tensor, strides, static_cast<std::ptrdiff_t>(dtype_size(dtype)), 0, first,
         result.mutable_bytes().data());
  }
  if (dtype == DType::kBool) check_bools(result);
  return result;
}

}  // namespace kassay::plugin
