#include "reference/graph/session.h"

namespace kassay::reference::floatx_op {
namespace {

// floatx.value, floatx.default, floatx.current
Value floatx(const Settings& settings) { return std::string(dtype_name(settings.floatx)); }

}  // namespace

Kernel kernel() { return define(floatx); }

}  // namespace kassay::reference::floatx_op
