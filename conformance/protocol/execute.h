// Runs a program on a backend of this process, and turns whatever it throws into a value.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include "conformance/compare/compare.h"
#include "spec/lib/backend.h"
#include "spec/lib/program.h"
#include "spec/lib/results.h"

namespace kassay::protocol {

// Why no answer came, as the outcome of the case. kUnsupported if the backend said so; kNotRun if
// its worker could not be started again; kCrash,
// kTimeout or kOutOfMemory if it ended or broke the protocol; kError if it altered an input.
struct AbnormalEnd {
  Outcome outcome;
  std::string message;
  std::int64_t failed_call = 0;      // the call of the program that ended so, from 1; 0: not known
  std::set<std::string> lacks = {};  // the functions of the program that the backend does not offer
};
using CallResult = std::variant<compare::Answer, AbnormalEnd>;

// Inputs are checksummed before and after: a program on a backend that wrote to one ends in kError.
CallResult execute(Backend& backend, const Program& program, const Inputs& inputs);

}  // namespace kassay::protocol
