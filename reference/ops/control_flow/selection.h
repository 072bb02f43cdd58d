// One of two tensors, by a condition: what switch and the learning phases are.
#pragma once

#include "reference/graph/session.h"

namespace kassay::reference {

// A value and the argument that it is.
struct Branch {
  const Value& value;
  Place argument;
};

// `then` where the condition (a tensor, a number or a bool) is true, else `otherwise`; each a
// tensor, an array, or a function without arguments that returns one. Where the condition is known
// and scalar, the other one is neither called nor looked at. Throws ApiError.
Value choose(const Branch& condition, const Branch& then, const Branch& otherwise,
             Session& session);

}  // namespace kassay::reference
