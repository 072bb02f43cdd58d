// Matrices that are the right operand of many products are brought into the order of the product once, and kept so for as long as
// nobody assigns another one.
#pragma once

#include <vector>

#include "optimized/engine/call.h"

namespace kassay::optimized::engine {

// The calls with internal.pack for each matrix that is a variable's, or the right operand of several products, and with
// internal.multiply_packed in the place of these. `variables`: for each slot whether it is that of a variable, and `updated`: of one that
// has other elements in the next run; `slot_count` grows by the slots of packed matrices.
std::vector<Call> with_packed_weights(std::vector<Call> calls, const std::vector<bool>& variables,
                                      const std::vector<bool>& updated, const Level& level,
                                      std::size_t& slot_count);

}  // namespace kassay::optimized::engine
