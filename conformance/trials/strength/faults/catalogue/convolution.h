// Mistakes in convolution, pooling, padding and resizing.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::convolution {

std::vector<Fault> faults();

}  // namespace kassay::faults::convolution
