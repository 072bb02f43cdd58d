// Gradients as a transformation of graphs: the result is a graph again.
#pragma once

#include <vector>

#include "reference/graph/expression.h"
#include "reference/graph/operation.h"

namespace kassay::reference {

// Whether a target that depends on another one passes gradients on to it.
enum class Targets { kConnected, kLeaves };

// Whether internal.stop_gradient stops gradients or passes them on.
enum class Stopped { kHidden, kPassed };

// For each target, the sum of its gradients over the outputs; none if no output depends on it.
// Throws NotStatic if a dimension on the way is unknown.
Gradients backpropagate(const std::vector<Expression>& outputs, const Gradients& gradients,
                        const std::vector<Symbol>& targets, Targets kind = Targets::kConnected,
                        Stopped stopped = Stopped::kHidden);

// The gradients of a call whose results can also be computed as these expressions.
Gradients through(const BoundCall& call, const std::vector<Expression>& results,
                  const Gradients& g);

}  // namespace kassay::reference
