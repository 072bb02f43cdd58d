// Sizes that may be computed. The documents do not mention this, but the sizes of a batch depend on what is fed.
#pragma once

#include <string>

#include "reference/graph/unpack.h"

namespace kassay::reference {

// A list of ints, or an integer tensor of rank 1.
struct Sizes {
  Shape numbers;
  bool is_known = true;  // false: all are kUnknown
};

// Throws ApiError naming the argument.
void unpack(const Value& value, const Place& argument, Sizes& result);

}  // namespace kassay::reference
