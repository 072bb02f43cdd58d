#include "reference/graph/session.h"

namespace kassay::reference::backend_op {
namespace {

// backend.value, backend.stable
Value backend() { return std::string("kassay"); }

}  // namespace

Kernel kernel() { return define(backend); }

}  // namespace kassay::reference::backend_op
