// The reference with a fault.
#pragma once

#include <memory>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults {

// In edition ko. The fault must outlive it.
std::unique_ptr<Backend> make_faulty(const Fault& fault);

}  // namespace kassay::faults
