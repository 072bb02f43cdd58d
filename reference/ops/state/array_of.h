// What may be given where a value is asked for: a number, nested lists, an array, a sparse array or
// a tensor.
#pragma once

#include "reference/graph/session.h"

namespace kassay::reference {

// Throws ApiError (type) that names `argument`, and what evaluating a tensor throws.
Array array_of(const Value& value, const Place& argument, Session& session);

// The variable behind a value. Throws ApiError (type) where it is none.
std::shared_ptr<const Variable> variable_of(const Value& value, const Place& argument);

}  // namespace kassay::reference
