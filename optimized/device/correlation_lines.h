// Correlations as lines of JSON, without their arrays, so that the correlations of a program can be inspected on a machine without a
// device.
#pragma once

#include <string>

#include "optimized/device/command.h"

namespace kassay::optimized::device {

// {"axes": [{"before": ..., "count": ..., ...}, ...], "channels": ..., "dtype": "float32", "kind": "forward", ...}
std::string to_line(const Correlation& correlation);
// Throws std::runtime_error if the line is not such a correlation.
Correlation correlation_of(const std::string& line);

}  // namespace kassay::optimized::device
