#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// set_epsilon.value, set_epsilon.example, set_epsilon.used
Value set_epsilon(double e, Session* session) {
  session->change_settings([&](Settings& settings) { settings.epsilon = e; });
  return None{};
}

}  // namespace

namespace kernels {
Kernel set_epsilon_kernel() { return define(set_epsilon); }
}  // namespace kernels
}  // namespace kassay::reference
