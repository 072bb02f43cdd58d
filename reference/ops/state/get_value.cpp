#include "reference/ops/state/value_of.h"

namespace kassay::reference {
namespace {

// get_value.value, get_value.array, get_value.current, get_value.copy
Value get_value(const Value& x, Session* session) { return value_of(x, session); }

}  // namespace

namespace kernels {
Kernel get_value_kernel() { return define(get_value); }
}  // namespace kernels
}  // namespace kassay::reference
