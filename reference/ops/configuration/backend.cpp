#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// backend.value, backend.stable
Value backend() { return std::string("kassay"); }

}  // namespace

namespace kernels {
Kernel backend_kernel() { return define(backend); }
}  // namespace kernels
}  // namespace kassay::reference
