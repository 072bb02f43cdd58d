// Arrays and numbers as tensors of the API.
#pragma once

#include "reference/graph/unpack.h"

namespace kassay::reference {

// A tensor unchanged; an array, a number or nested lists of numbers as a constant with the dtype of
// the array, or `of_numbers`. Throws ApiError (type) that names `argument`.
Value as_tensor(const Value& value, const Place& argument, DType of_numbers);

// Converts what a user's function returned in the same way; the argument `function` holds that function.
Value returned_tensor(const Value& value, const Place& function, DType of_numbers);

}  // namespace kassay::reference
