// Arrays and numbers as tensors of the API.
#pragma once

#include <string>

#include "reference/runtime/symbol.h"

namespace kassay::reference {

// A tensor unchanged; an array, a number or nested lists of numbers as a constant with the dtype of
// the array, or `of_numbers`. Throws ApiError (type) that names `argument`.
Value as_tensor(const Value& value, const std::string& argument, DType of_numbers);

}  // namespace kassay::reference
