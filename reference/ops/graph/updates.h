// What `function` takes as its updates.
#pragma once

#include "reference/ops/state/array_of.h"

namespace kassay::reference {

// Of a variable and its new value: a tensor, an array or a number. Throws ApiError.
Value make_update(const Value& x, const Value& new_x);

// What `update` and its kin return, or a pair of a variable and its new value.
std::shared_ptr<const Update> update_of(const Value& value);

}  // namespace kassay::reference
