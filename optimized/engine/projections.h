// Products of the parts of an array with the same matrix, such as of all steps in time, become one product of the whole array.
#pragma once

#include <cstddef>
#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The calls with one `dot` in the place of several, where their left operands are all rows of an array, or most of them, and calls of
// chains alone read their results: these read parts of the one. `read_later`: the slots that are outputs; `slot_count` grows by the slots
// of the new products.
std::vector<Call> with_joined_projections(std::vector<Call> calls,
                                          const std::vector<bool>& read_later, const Level& level,
                                          std::size_t& slot_count);

}  // namespace kassay::optimized::engine
