// Selects one of two tensors by a condition, for switch and the learning phases.
#pragma once

#include "reference/graph/session.h"

namespace kassay::reference {

// A value and the argument that holds it.
struct Branch {
  const Value& value;
  Place argument;
};

// `then` where the condition (a tensor, a number or a bool) is true, otherwise `otherwise`; each is a tensor, an array, or a function
// without arguments that returns one. If the condition is a known scalar, the other one is neither called nor examined. Throws ApiError.
Value choose(const Branch& condition, const Branch& then, const Branch& otherwise,
             Session& session);

}  // namespace kassay::reference
