// Tensors as DLPack has them.
#pragma once

#include <vector>

#include "conformance/abi/kassay_backend.h"
#include "spec/lib/tensor.h"

namespace kassay::plugin {

DLDataType dl_dtype(DType dtype);
// Throws Breach where the API has no such type.
DType dtype_of(DLDataType dtype);

// Row-major, in elements.
std::vector<std::int64_t> compact_strides(const Shape& shape);

// A copy. Throws Breach where it is no tensor, or none that the interface allows; whether its
// data is as large as it says cannot be known.
Tensor to_tensor(const DLTensor* tensor);

}  // namespace kassay::plugin
