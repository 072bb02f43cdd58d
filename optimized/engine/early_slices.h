// Slices of element-wise results: the calls compute only the slices, from slices of their arguments.
#pragma once

#include <cstddef>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Moves slices before the element-wise calls whose results only slices read, if the slices together have no more elements than these
// results; a chain that reaches the slices can then compute the calls, too. `is_output`: by slot. `in_chains`: also where a call reads
// several arrays of the shape of its result, or what another element-wise call makes. This saves calls, but these read more.
void slice_early(std::vector<Call>& calls, const std::vector<bool>& is_output, bool in_chains,
                 const Level& level, std::size_t& slot_count);

}  // namespace kassay::optimized::engine
