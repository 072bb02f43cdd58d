// Mistakes in normalisation, losses and CTC.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::loss {

std::vector<Fault> faults();

}  // namespace kassay::faults::loss
