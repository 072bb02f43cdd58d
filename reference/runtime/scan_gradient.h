// The gradient of a scan: a scan in the other direction, and what its sums over all turns come to.
#pragma once

#include <vector>

#include "reference/runtime/expression.h"
#include "reference/runtime/scan.h"

namespace kassay::reference {

// As Kernel::gradient, for internal.scan.
Gradients scan_gradient(const BoundCall& call, const std::vector<Expression>& y,
                        const Gradients& g);

// The tensors of a turn that the gradient reads, if each result has one, and that are no elements:
// a scan with these among its outputs need not be computed again for its gradient. Throws NotStatic
// where too little is known of the captured tensors.
std::vector<Symbol> read_by_gradient(Session& session, const Scan& scan);

}  // namespace kassay::reference
