// Restricts the process that becomes the command. Neither it nor its children can undo this.
#pragma once

#include "conformance/guard/measures.h"
#include "conformance/guard/order.h"

namespace kassay::guard {

// `namespaces`: the namespaces of the process, as flags of clone. Fills all measures except those of namespaces; kNetwork only
// without a network namespace; kMemory only if the process could leave its control group.
void restrict_to(const Order& order, int namespaces, Measures& measures);

}  // namespace kassay::guard
