// All faults, by category of function: one file for each.
#pragma once

#include <vector>

#include "conformance/faults/fault.h"

namespace kassay::faults {

namespace activation {
std::vector<Fault> faults();
}
namespace control_flow {
std::vector<Fault> faults();
}
namespace convolution {
std::vector<Fault> faults();
}
namespace elementwise {
std::vector<Fault> faults();
}
namespace linear_algebra {
std::vector<Fault> faults();
}
namespace loss {
std::vector<Fault> faults();
}
namespace random {
std::vector<Fault> faults();
}
namespace reduction {
std::vector<Fault> faults();
}
namespace shape {
std::vector<Fault> faults();
}
namespace state {
std::vector<Fault> faults();
}

std::vector<Fault> all_faults();  // in the order of the files

}  // namespace kassay::faults
