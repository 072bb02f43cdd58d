#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// manual_variable_initialization.off, manual_variable_initialization.on: a
// variable always has the value it was made with
Value manual_variable_initialization(bool /*value*/) { return None{}; }

}  // namespace

namespace kernels {
Kernel manual_variable_initialization_kernel() { return define(manual_variable_initialization); }
}  // namespace kernels
}  // namespace kassay::reference
