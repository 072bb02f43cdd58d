// Arrays that are stretched for element-wise calls alone are not stretched: these calls broadcast.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Lets element-wise calls read what `internal.broadcast_to` stretches, where their results keep their shapes. A bias of the last axis
// becomes an addition.
void absorb_broadcasts(std::vector<Call>& calls, const Level& level);

}  // namespace kassay::optimized::engine
