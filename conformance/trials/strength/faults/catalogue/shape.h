// Mistakes in functions that move elements, and in those that make tensors.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::shape {

std::vector<Fault> faults();

}  // namespace kassay::faults::shape
