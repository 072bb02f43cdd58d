// Gradients that take several calls, replaced by one kernel.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Turns the gradient of max pooling into one call, which does not write out windows. Pruning removes the calls that are then unused.
void recognize_gradients(std::vector<Call>& calls, const Level& level, const Constants& constants);

}  // namespace kassay::optimized::engine
