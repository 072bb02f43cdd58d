// Whether the catalogue says of a fault what its trial shows.
#pragma once

#include <string>

#include "conformance/trials/strength/faults/trial.h"

namespace kassay::faults {

// Whether the program in `<witnesses>/<id of the fault>.json`, a file for `kassay exec`, has another
// answer on the faulty backend than on the right one. Throws FileError.
bool is_shown(const Fault& fault, const std::string& witnesses);

// What is wrong with the entry of the fault, and what to do; empty if nothing is. A fault is caught,
// or its entry says why no case catches it and it has a witness, which shows that it does something.
// Throws FileError.
std::string problem_of(const Fault& fault, const Trial& trial, const std::string& witnesses);

}  // namespace kassay::faults
