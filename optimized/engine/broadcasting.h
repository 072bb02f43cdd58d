// Arrays that only element-wise calls read are not stretched: these calls broadcast.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Lets element-wise calls read the array that `internal.broadcast_to` stretches, and a single element in place of a constant whose elements
// are all the same, if their results keep their shapes. Adds such elements to the constants. Adding a bias along the last axis becomes an
// addition.
void absorb_broadcasts(std::vector<Call>& calls, const Level& level, Constants& constants,
                       std::size_t& slot_count);

}  // namespace kassay::optimized::engine
