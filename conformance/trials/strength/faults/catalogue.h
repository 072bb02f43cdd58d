// All faults. catalogue/ has one file for each category of functions.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults {

std::vector<Fault> all_faults();  // in the order of the files

}  // namespace kassay::faults
