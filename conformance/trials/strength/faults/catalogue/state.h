// Mistakes in variables, placeholders, functions, updates, configuration and static shapes.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::state {

std::vector<Fault> faults();

}  // namespace kassay::faults::state
