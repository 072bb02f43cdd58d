// The origin of a tensor in a program.
#pragma once

#include <optional>
#include <string>

#include "spec/lib/vectors.h"

namespace kassay::rules {

struct Origin {
  std::string
      maker;  // the function that gave it: "constant", "permute_dimensions"; "a function" of the program
  // The input with the same elements, if only calls that move elements lead from it to the tensor; and the tensor's shape.
  std::string input;
  Shape shape;
  bool repeats = false;  // an element may be in the input more often than in the tensor
};

// The origin of a named earlier result; nothing if no result has this name.
std::optional<Origin> origin_of(const Case& test_case, const std::string& name);

}  // namespace kassay::rules
