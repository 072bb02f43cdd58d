// Mistakes in activations.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::activation {

std::vector<Fault> faults();

}  // namespace kassay::faults::activation
