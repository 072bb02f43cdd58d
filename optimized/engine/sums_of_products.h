// Sums of products of matrices become one product: of the gradients of weights that meet every step in time.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The calls with internal.contract_all in the place of each sum of two or more internal.contract (x, y, 0, 0) that nobody else reads.
// Their terms are added up in the order of the sum. `read_later`: the slots that are outputs.
std::vector<Call> with_joined_products(std::vector<Call> calls, const std::vector<bool>& read_later,
                                       const Level& level);

}  // namespace kassay::optimized::engine
