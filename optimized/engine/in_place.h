// New values of variables are computed in the arrays of the old ones once these are no longer needed. An optimizer step then moves hardly
// more bytes than it must.
//
// All values depend on the variables as they were before the call, and a call that throws leaves the variables unchanged. So no instruction
// after such a chain may refuse its arguments or read the old value.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "optimized/engine/chain.h"

namespace kassay::optimized::engine {

// The updates that a plan with these calls is certain to perform: those before the first one whose value may be refused. Of several updates
// of a variable, the last one.
std::vector<Update> certain_updates(const reference::Plan& plan, const std::vector<Call>& calls);

// Performs the updates in place where possible. `read_later`: the slots that are outputs. Returns the place of the first instruction with
// such an update, or the number of instructions; from that place on, no instruction refuses.
std::size_t update_in_place(const std::vector<Update>& updates, std::vector<bool> read_later,
                            const std::vector<std::unique_ptr<Instruction>>& instructions);

}  // namespace kassay::optimized::engine
