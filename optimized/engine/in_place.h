// New values of variables are computed in the arrays of the old ones, where nobody needs these any more: so a step of an optimizer moves
// few bytes more than it has to.
//
// All values follow from those of the variables before the call, and a call that throws leaves these as they were. So nothing comes
// after such a chain that may refuse, or that reads the old value.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "optimized/engine/chain.h"

namespace kassay::optimized::engine {

// The updates of a plan with these calls that are certain to be performed: up to the first whose value may be refused. The last one of
// each variable.
std::vector<Update> certain_updates(const reference::Plan& plan, const std::vector<Call>& calls);

// Performs them in place where that can be. `read_later`: the slots that are outputs. The place of the first instruction that does so, from
// which on none refuses; as many as there are if none does.
std::size_t update_in_place(const std::vector<Update>& updates, std::vector<bool> read_later,
                            const std::vector<std::unique_ptr<Instruction>>& instructions);

}  // namespace kassay::optimized::engine
