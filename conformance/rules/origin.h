// Where a tensor of a program comes from.
#pragma once

#include <optional>
#include <string>

#include "spec/lib/vectors.h"

namespace kassay::rules {

struct Origin {
  std::string
      maker;  // the function that gave it: "constant", "permute_dimensions"; "a function" of the program
  // The input with the same elements, if those calls that only move elements lead to one; and the shape of the tensor.
  std::string input;
  Shape shape;
  bool repeats = false;  // an element may be in the input more often than in the tensor
};

// Of the name of an earlier result; none: nothing has this name.
std::optional<Origin> origin_of(const Case& test_case, const std::string& name);

}  // namespace kassay::rules
