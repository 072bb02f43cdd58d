// Facts known about a case before it runs, and about an element before it is computed: rules are made of them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/vectors.h"

namespace kassay::rules {

struct Facts {
  std::set<std::string> conditions;       // "axis is negative", "the mode is gradient"
  std::map<std::string, double> numbers;  // "the largest |x|": a rule compares one with a threshold
};

struct Parameter {
  std::string name;
  std::string fallback;  // the default as the documents print it; empty: none
};

// The parameters of a printed signature, "(x, axis=-1)".
std::vector<Parameter> parameters_of(std::string_view signature);

// The facts of a case in one of its modes. `parameters` are those of its function; empty if unknown.
Facts facts_of(const Case& test_case, Mode mode, const std::vector<Parameter>& parameters);

}  // namespace kassay::rules
