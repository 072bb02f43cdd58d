// Converts tensors from and to DLPack.
#pragma once

#include <vector>

#include "conformance/abi/kassay_backend.h"
#include "spec/lib/tensor.h"

namespace kassay::plugin {

DLDataType dl_dtype(DType dtype);
// Throws Breach if the API does not have the type.
DType dtype_of(DLDataType dtype);

// Row-major, in elements.
std::vector<std::int64_t> compact_strides(const Shape& shape);

// Returns a copy. Throws Breach if the tensor is invalid, or not allowed by the interface. It cannot check
// whether the data is as large as the shape says.
Tensor to_tensor(const DLTensor* tensor);

}  // namespace kassay::plugin
