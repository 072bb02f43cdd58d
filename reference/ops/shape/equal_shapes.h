// What the tensors of one list have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/arrays/array.h"

namespace kassay::reference {

// The dtype and shape of all of them, unknown dimensions filled in from those where they are known.
// The sizes along the dimension `except` may differ; the result has that of the first tensor there.
// Throws ApiError (value) where they differ otherwise, and for an empty list.
TensorType common_type(const std::vector<TensorType>& tensors,
                       std::optional<std::int64_t> except = std::nullopt);

// The first of the list. Throws ApiError (value) for an empty one.
const TensorType& first_of(const std::vector<TensorType>& tensors);

}  // namespace kassay::reference
