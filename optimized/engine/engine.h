// The engine compiles plans, once for each combination of shapes that is fed.
#pragma once

#include <memory>

#include "optimized/engine/options.h"
#include "optimized/level.h"
#include "reference/graph/plan.h"

namespace kassay::optimized {

std::unique_ptr<reference::Executable> compile(reference::Plan plan, const Level& level,
                                               const engine::Options& options);

}  // namespace kassay::optimized
