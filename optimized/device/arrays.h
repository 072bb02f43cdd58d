// Where arrays begin in the memory of a device.
#pragma once

#include "optimized/device/device.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized::device {

// Bytes between aligned memory and the array in it: 0, or one element, which exposes kernels that presume a larger alignment than that of
// elements. Parts of arrays with odd sizes begin like this anyway.
inline std::size_t lead_of(DType dtype, bool aligns) { return aligns ? 0 : dtype_size(dtype); }

inline std::size_t byte_size(DType dtype, const Shape& shape) {
  return static_cast<std::size_t>(element_count(shape)) * dtype_size(dtype);
}

// An array in aligned memory, which has space for the lead and the array.
inline Tensor array_in(const std::shared_ptr<std::byte>& memory, DType dtype, const Shape& shape,
                       bool aligns) {
  return Tensor(dtype, shape,
                std::shared_ptr<std::byte>(memory, memory.get() + lead_of(dtype, aligns)));
}

// An array in separate memory. Throws std::bad_alloc.
inline Tensor array_on(Device& device, DType dtype, const Shape& shape, bool aligns) {
  return array_in(device.allocate(lead_of(dtype, aligns) + byte_size(dtype, shape)), dtype, shape,
                  aligns);
}

}  // namespace kassay::optimized::device
