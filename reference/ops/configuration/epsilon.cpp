#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// epsilon.value, epsilon.default, epsilon.current
Value epsilon(const Settings& settings) { return settings.epsilon; }

}  // namespace

namespace kernels {
Kernel epsilon_kernel() { return define(epsilon); }
}  // namespace kernels
}  // namespace kassay::reference
