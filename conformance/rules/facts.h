// What is known of a case before it runs, and of an element before it is computed: what a rule may be made of.
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

// Those of a printed signature, "(x, axis=-1)".
std::vector<Parameter> parameters_of(std::string_view signature);

// Of the case in one of its modes. Its function has these parameters; none: they are not known.
Facts facts_of(const Case& test_case, Mode mode, const std::vector<Parameter>& parameters);

}  // namespace kassay::rules
