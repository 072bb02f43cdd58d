// Mistakes in loops and selections.
#pragma once

#include <vector>

#include "conformance/faults/fault.h"

namespace kassay::faults::control_flow {

std::vector<Fault> faults();

}  // namespace kassay::faults::control_flow
