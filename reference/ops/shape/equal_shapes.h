// The common type of the tensors in a list.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/arrays/array.h"

namespace kassay::reference {

// The common dtype and shape; dimensions unknown in one tensor are taken from the others. The sizes along the dimension `except` may
// differ; the result has the first tensor's. Throws ApiError (value) for other differences, and for an empty list.
TensorType common_type(const std::vector<TensorType>& tensors,
                       std::optional<std::int64_t> except = std::nullopt);

// The first tensor of the list. Throws ApiError (value) for an empty list.
const TensorType& first_of(const std::vector<TensorType>& tensors);

}  // namespace kassay::reference
