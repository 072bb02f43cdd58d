// Gradients, as a transformation of graphs: what comes out is a graph again.
#pragma once

#include <vector>

#include "reference/runtime/kernel.h"

namespace kassay::reference {

// Whether a target that depends on another one passes gradients on to it.
enum class Targets { kConnected, kLeaves };

// For each target, the sum over the outputs of what their gradients say of it; none where no output
// depends on it. Throws NotStatic where a dimension on the way is unknown.
Gradients backpropagate(const std::vector<Expression>& outputs, const Gradients& gradients,
                        const std::vector<Symbol>& targets, Targets kind = Targets::kConnected);

}  // namespace kassay::reference
