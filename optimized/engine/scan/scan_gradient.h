// The gradient of a scan: a scan in the other direction, and what its sums over all turns come to.
#pragma once

#include <vector>

#include "optimized/engine/scan/scan.h"
#include "reference/graph/expression.h"

namespace kassay::optimized::engine {

// As Kernel::gradient, for internal.scan.
reference::Gradients scan_gradient(const reference::BoundCall& call,
                                   const std::vector<reference::Expression>& y,
                                   const reference::Gradients& g);

// The tensors of a turn that the gradient reads, if each result has one, and that are no elements:
// a scan with these among its outputs need not be computed again for its gradient. Throws NotStatic
// where too little is known of the captured tensors.
std::vector<reference::Symbol> read_by_gradient(reference::Session& session, const Scan& scan);

}  // namespace kassay::optimized::engine
