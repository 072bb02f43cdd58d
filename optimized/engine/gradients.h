// Gradients that several calls make together, made by a kernel of their own.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The gradient of pooling with the largest elements becomes one call: no window is written out for it. What it needs no longer is left to
// pruning.
void recognize_gradients(std::vector<Call>& calls, const Level& level, const Constants& constants);

}  // namespace kassay::optimized::engine
