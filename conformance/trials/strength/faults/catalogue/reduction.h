// Mistakes in reductions and running sums.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::reduction {

std::vector<Fault> faults();

}  // namespace kassay::faults::reduction
