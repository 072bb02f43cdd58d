// Slices of what element-wise calls make: the calls compute the slices themselves, of slices of their arguments.
#pragma once

#include <cstddef>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Puts slices before the element-wise calls whose results only they read, and of these no more elements than there are: so a chain that
// goes through the slices computes them too. `is_output`: by slot. `in_chains`: also before
// calls of which the slice reads several arguments, or what another element-wise call makes: fewer calls, of which more is read.
void slice_early(std::vector<Call>& calls, const std::vector<bool>& is_output, bool in_chains,
                 const Level& level, std::size_t& slot_count);

}  // namespace kassay::optimized::engine
