// The updates that `function` accepts.
#pragma once

#include "reference/ops/state/array_of.h"

namespace kassay::reference {

// An update of a variable with a new value: a tensor, an array or a number. Throws ApiError.
Value make_update(const Value& x, const Value& new_x);

// The result of `update` or a similar function, or a pair of a variable and its new value.
std::shared_ptr<const Update> update_of(const Value& value, const Place& argument);

// The value that an update adds or subtracts: a tensor, an array or a number. Throws ApiError (type) for anything else.
void require_operand(const Value& value, const Place& argument);

}  // namespace kassay::reference
