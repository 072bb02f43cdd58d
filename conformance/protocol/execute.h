// Runs a program on a backend in this process, and turns every exception into a value.
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

// Why an answer is missing, as the outcome of the case: kUnsupported if the backend reported that; kNotRun
// if its worker could not be restarted; kCrash, kTimeout or kOutOfMemory if the worker ended or broke the
// protocol; kError if the backend altered an input.
struct AbnormalEnd {
  Outcome outcome;
  std::string message;
  std::int64_t failed_call = 0;      // the call of the program that failed, from 1; 0: unknown
  std::set<std::string> lacks = {};  // the functions of the program that the backend does not offer
};
using CallResult = std::variant<compare::Answer, AbnormalEnd>;

// Checksums the inputs before and after: if the backend wrote to one, the program ends in kError.
CallResult execute(Backend& backend, const Program& program, const Inputs& inputs);

}  // namespace kassay::protocol
