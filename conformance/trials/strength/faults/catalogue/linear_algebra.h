// Mistakes in matrix products and in gather.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::linear_algebra {

std::vector<Fault> faults();

}  // namespace kassay::faults::linear_algebra
