// Records links of a chain as one command.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "optimized/device/command.h"
#include "optimized/device/recorder.h"
#include "optimized/engine/chains.h"

namespace kassay::optimized::device {

// Splits parts so that no chain exceeds the largest command.
std::vector<engine::Part> in_small_parts(std::vector<engine::Part> parts);

// Records the chain; false if a link lacks a formula. `arrays`: on the device, by slot, the arrays that it reads and those that are read
// outside.
bool record_chain(const engine::Part& part, const std::map<std::size_t, Tensor>& arrays,
                  Recorder& recorder);

}  // namespace kassay::optimized::device
