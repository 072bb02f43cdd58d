// What is computed twice is computed once: gradients repeat much of what they are gradients of, and loops what stays the same.
#pragma once

#include <string>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The same for calls that compute the same of the same slots, while what they hold lives.
std::string key_of(const Call& call);

// Without the calls that equal an earlier one, whose results take the places of theirs. Calls that draw or print stay,
// and so do those of which a result is an output (`read_later`).
std::vector<Call> without_common_calls(std::vector<Call> calls,
                                       const std::vector<bool>& read_later);

}  // namespace kassay::optimized::engine
