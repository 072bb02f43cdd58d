// Graphs in which some operation waits for the shapes of what is fed (a recurrence over an unknown
// number of steps, a gradient through unknown dimensions), built again once these are there.
#pragma once

#include <vector>

#include "reference/runtime/session.h"

namespace kassay::reference {

bool is_unrolled(const std::vector<Symbol>& tensors);

// Replaces `placeholders` by ones with the shapes of `arrays`, and `tensors` by what they are then.
void unroll(Session& session, const std::vector<Value>& arrays, std::vector<Symbol>& placeholders,
            std::vector<Symbol>& tensors);

}  // namespace kassay::reference
