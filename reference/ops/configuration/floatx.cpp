#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// floatx.value, floatx.default, floatx.current
Value floatx(const Settings& settings) { return std::string(dtype_name(settings.floatx)); }

}  // namespace

namespace kernels {
Kernel floatx_kernel() { return define(floatx); }
}  // namespace kernels
}  // namespace kassay::reference
