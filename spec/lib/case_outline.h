// The part of a case that is needed before it runs: enough to select it, and the functions that it calls.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lib/vectors.h"

namespace kassay {

struct CaseOutline {
  std::string id;
  std::string function;
  Tier tier = Tier::kCore;
  std::string dtype;
  std::vector<std::string> editions;
  std::vector<std::string> clauses;
  std::vector<Mode> modes;
  std::set<std::string, std::less<>> calls;  // functions of the API that its program calls
  bool takes_inputs = false;                 // by reference
  bool evaluates = false;                    // in kEager, a result goes through `eval`
};

CaseOutline outline_of(const Case& test_case);

// The functions of the API that the case calls in one of its modes: in its program, and in the calls
// that the mode adds.
std::set<std::string, std::less<>> functions_called(const CaseOutline& outline, Mode mode);

// The outline of a case in a file of vectors, from its JSON text. Checks only what it reads. Throws
// JsonScan::Unexpected if read_case would not accept it, and also if a result has the name of an input,
// which only read_case can resolve.
CaseOutline scan_outline(std::string_view json, const std::string& function);

}  // namespace kassay
