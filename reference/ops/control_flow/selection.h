// One of two tensors, by a condition: what switch and the learning phases are.
#pragma once

#include "reference/runtime/session.h"

namespace kassay::reference {

// `then` where the condition (a tensor, a number or a bool) is true, else `otherwise`; each a
// tensor, an array, or a function without arguments that returns one. Where the condition is known
// and scalar, the other one is neither called nor looked at. Throws ApiError.
Value choose(const Value& condition, const Value& then, const Value& otherwise, Session& session);

}  // namespace kassay::reference
