// The passes that a plan's calls go through before they become instructions or commands.
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

// Runs all passes but those that concern the memory of a processor. `feeds`: the types of the feeds.
Prepared prepared_calls(const reference::Plan& plan,
                        const std::vector<reference::StaticType>& feeds, const Level& level,
                        const Options& options);

}  // namespace kassay::optimized::engine
