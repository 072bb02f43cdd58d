// The type of a table of kernels.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "optimized/device/recorder.h"

namespace kassay::optimized::device {

// By the name of the function or internal operation.
using KernelTable = std::map<std::string, Kernel, std::less<>>;

}  // namespace kassay::optimized::device
