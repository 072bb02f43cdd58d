// The gradient of a scan: a scan in the other direction, and sums over all turns.
#pragma once

#include <vector>

#include "optimized/engine/scan/scan.h"
#include "reference/graph/expression.h"

namespace kassay::optimized::engine {

// As Kernel::gradient, for internal.scan.
reference::Gradients scan_gradient(const reference::BoundCall& call,
                                   const std::vector<reference::Expression>& y,
                                   const reference::Gradients& g);

// The tensors of a turn that the gradient reads if each result has a gradient, without the elements. If the outputs of a scan include them,
// its gradient need not compute it again. Throws NotStatic if too little is known about the captured tensors.
std::vector<reference::Symbol> read_by_gradient(reference::Session& session, const Scan& scan);

}  // namespace kassay::optimized::engine
