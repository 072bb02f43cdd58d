#include "reference/graph/session.h"

namespace kassay::reference::manual_variable_initialization_op {
namespace {

// manual_variable_initialization.off, manual_variable_initialization.on: a
// variable always has the value it was made with
Value manual_variable_initialization(bool /*value*/) { return None{}; }

}  // namespace

Kernel kernel() { return define(manual_variable_initialization); }

}  // namespace kassay::reference::manual_variable_initialization_op
