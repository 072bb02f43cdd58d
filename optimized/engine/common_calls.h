// Repeated computations are done once: gradients repeat much of the forward pass, and loops repeat what does not change.
#pragma once

#include <string>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Equal keys mean calls that compute the same results from the same slots. A key is valid as long as the values that the call holds.
std::string key_of(const Call& call);

// Leaves out calls that equal an earlier one; the results of the earlier call replace theirs. Calls that draw or print stay, and so do
// those with a result that is an output (`read_later`).
std::vector<Call> without_common_calls(std::vector<Call> calls,
                                       const std::vector<bool>& read_later);

}  // namespace kassay::optimized::engine
