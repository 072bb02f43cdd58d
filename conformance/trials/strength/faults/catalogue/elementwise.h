// Mistakes in elementwise functions and in the operators of tensors.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::elementwise {

std::vector<Fault> faults();

}  // namespace kassay::faults::elementwise
