// Calls that change nothing, bit by bit, are left out: what reads their results reads their arguments.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Has calls read the argument in place of the result where these are the same whatever the elements are: of a cast to the dtype at hand,
// a reshape to the shape at hand, a product with 1, a quotient by 1, a difference from +0. Outputs are computed all the same.
void pass_over_identities(std::vector<Call>& calls, const Constants& constants);

}  // namespace kassay::optimized::engine
