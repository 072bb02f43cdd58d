// Mistakes in functions that move elements or make tensors.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::shape {

std::vector<Fault> faults();

}  // namespace kassay::faults::shape
