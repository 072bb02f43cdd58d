// What the process that becomes the command takes from itself before: it and all that it starts can
// never take it back.
#pragma once

#include "conformance/guard/measures.h"
#include "conformance/guard/order.h"

namespace kassay::guard {

// `namespaces`: flags of clone, those that the process is in. Fills all measures but those of
// namespaces, and that of the network where no namespace gives it; that of memory only where it could leave its control group.
void restrict_to(const Order& order, int namespaces, Measures& measures);

}  // namespace kassay::guard
