// The passes, in their order: what a plan's calls become before something is made of them that runs.
#pragma once

#include <cstddef>
#include <vector>

#include "optimized/engine/call.h"
#include "optimized/engine/options.h"

namespace kassay::optimized::engine {

struct Prepared {
  std::vector<Call> calls;
  Constants constants;
  std::vector<bool> is_output;  // by slot
  std::size_t slot_count;
};

// All passes but those that are about the memory of a processor. `feeds`: the types of what is fed.
Prepared prepared_calls(const reference::Plan& plan,
                        const std::vector<reference::StaticType>& feeds, const Level& level,
                        const Options& options);

}  // namespace kassay::optimized::engine
