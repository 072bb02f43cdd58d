// Sizes that may be computed: more than the documents say, for those of a batch follow from what is fed.
#pragma once

#include <string>

#include "reference/graph/unpack.h"

namespace kassay::reference {

// A list of ints, or an integer tensor of rank 1.
struct Sizes {
  Shape numbers;
  bool is_known = true;  // else all are kUnknown
};

// Throws ApiError naming the argument.
void unpack(const Value& value, const Place& argument, Sizes& result);

}  // namespace kassay::reference
