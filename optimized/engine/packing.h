// A matrix that is the right operand of many products is packed in the order of the product once, and kept until another one is assigned.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// Adds internal.pack for each matrix that belongs to a variable or is the right operand of several products, and replaces these products by
// internal.multiply_packed. `variables`: by slot, whether it holds a variable; `updated`: by slot, whether its elements differ in the next
// run; `slot_count` grows by the slots of packed matrices.
std::vector<Call> with_packed_weights(std::vector<Call> calls, const std::vector<bool>& variables,
                                      const std::vector<bool>& updated, const Level& level,
                                      std::size_t& slot_count);

}  // namespace kassay::optimized::engine
