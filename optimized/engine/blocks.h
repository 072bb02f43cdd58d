// Chains of element-wise calls over large arrays, computed a block at a time: what one call gives the next stays in the cache.
//
// The kernels are the same as without, and see a block of rows as an array of its own. A chain is bound by reading its arguments and
// writing its results once, where that costs more than its functions.
#pragma once

#include <memory>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/options.h"

namespace kassay::optimized::engine {

// The instructions of the calls: chains in blocks, the others one by one. `read_later`: the slots that are outputs.
std::vector<std::unique_ptr<Instruction>> in_blocks(std::vector<Call> calls,
                                                    const std::vector<bool>& read_later,
                                                    const Options& options);

}  // namespace kassay::optimized::engine
