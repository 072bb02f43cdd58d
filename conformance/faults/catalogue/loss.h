// Mistakes in normalisation, losses and CTC.
#pragma once

#include <vector>

#include "conformance/faults/fault.h"

namespace kassay::faults::loss {

std::vector<Fault> faults();

}  // namespace kassay::faults::loss
