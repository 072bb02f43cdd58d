// Links of a chain as one command.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "optimized/device/command.h"
#include "optimized/device/recorder.h"
#include "optimized/engine/chains.h"

namespace kassay::optimized::device {

// Parts whose chains are no larger than a command can be.
std::vector<engine::Part> in_small_parts(std::vector<engine::Part> parts);

// Records the chain; false where a link has no formula. `arrays`: on the device, by slot, of what it reads and of what is read outside.
bool record_chain(const engine::Part& part, const std::map<std::size_t, Tensor>& arrays,
                  Recorder& recorder);

}  // namespace kassay::optimized::device
