// Calls that change nothing, bit by bit, are left out: readers of their results read their arguments instead.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Replaces a result by the argument that equals it for all elements: a cast to the same dtype, a reshape to the same shape, a product with
// 1, a quotient by 1, a difference from +0. Outputs are still computed.
void pass_over_identities(std::vector<Call>& calls, const Constants& constants);

}  // namespace kassay::optimized::engine
