// Arrays that are stretched for element-wise calls alone are not stretched: these calls broadcast.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Lets element-wise calls read what `internal.broadcast_to` stretches, and a single element in place of a constant whose elements are
// all the same, where their results keep their shapes. Such elements are added to the constants. A bias of the last axis becomes an
// addition.
void absorb_broadcasts(std::vector<Call>& calls, const Level& level, Constants& constants,
                       std::size_t& slot_count);

}  // namespace kassay::optimized::engine
