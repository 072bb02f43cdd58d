// Runs a fault on the golden vectors: which cases catch it, and which readings name it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/rules/learn.h"
#include "conformance/runner/selection.h"
#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults {

struct Caught {
  std::string case_id;
  std::string mode;
  std::string outcome;
  std::string message;
};

struct Trial {
  std::int64_t results = 0;                           // cases run, each mode counts
  std::vector<Caught> caught;                         // those that count against the backend
  bool in_smoke = false;                              // one of them is of tier smoke
  std::map<std::string, std::int64_t> readings = {};  // how many of them match each reading
};

// The cases of tier core in edition ko. Throws FileError.
runner::SelectedCases read_suite(const std::string& vectors_directory);

// Runs the cases that call a function of the fault: first those whose program calls it and, if all of
// these pass, those whose mode calls it. Operators count as called in the modes program and gradient.
Trial try_fault(const Fault& fault, const runner::SelectedCases& suite);

// The results of the cases of one function, as input for learning a rule.
std::vector<rules::Sample> samples_of(const Fault& fault, const runner::SelectedCases& suite,
                                      const Specification& specification,
                                      const std::string& function);

}  // namespace kassay::faults
