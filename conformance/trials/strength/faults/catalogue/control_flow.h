// Mistakes in loops and selections.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::control_flow {

std::vector<Fault> faults();

}  // namespace kassay::faults::control_flow
