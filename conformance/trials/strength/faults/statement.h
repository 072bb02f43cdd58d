// Whether the catalogue's entry of a fault agrees with its trial.
#pragma once

#include <string>

#include "conformance/trials/strength/faults/trial.h"

namespace kassay::faults {

// Whether the program in `<witnesses>/<id of the fault>.json`, a file for `kassay exec`, has different
// answers on the faulty and on the right backend. Throws FileError.
bool is_shown(const Fault& fault, const std::string& witnesses);

// Says what is wrong with the entry of the fault, and what to do; empty if nothing is. Either a case
// catches the fault, or its entry says why not and a witness shows that the fault changes an answer.
// Throws FileError.
std::string problem_of(const Fault& fault, const Trial& trial, const std::string& witnesses);

}  // namespace kassay::faults
