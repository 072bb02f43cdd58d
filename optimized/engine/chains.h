// Chains of element-wise calls, computed a run of elements at a time: what one call gives the next stays in the first-level cache.
//
// The loops are those of the kernels. A chain over large arrays is bound by reading its arguments and writing its results once, where
// that costs more than its functions; one over small arrays costs a few nanoseconds a call.
#pragma once

#include <memory>
#include <vector>

#include "optimized/engine/instruction.h"
#include "optimized/engine/options.h"

namespace kassay::optimized::engine {

// The instructions of the calls: element-wise ones in chains, the others one by one. `read_later`: the slots that are outputs.
std::vector<std::unique_ptr<Instruction>> in_chains(std::vector<Call> calls,
                                                    const std::vector<bool>& read_later,
                                                    const Level& level, const Options& options);

}  // namespace kassay::optimized::engine
