// Mistakes in random numbers.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::random {

std::vector<Fault> faults();

}  // namespace kassay::faults::random
