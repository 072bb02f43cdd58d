// The arguments accepted as a value: a number, nested lists, an array, a sparse array or a tensor.
#pragma once

#include "reference/graph/session.h"

namespace kassay::reference {

// Throws ApiError (type) that names `argument`, and any error of evaluating a tensor.
Array array_of(const Value& value, const Place& argument, Session& session);

// The variable behind a value. Throws ApiError (type) if there is none.
std::shared_ptr<const Variable> variable_of(const Value& value, const Place& argument);

}  // namespace kassay::reference
