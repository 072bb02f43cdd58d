#include "reference/graph/session.h"

namespace kassay::reference::set_epsilon_op {
namespace {

// set_epsilon.value, set_epsilon.example, set_epsilon.used
Value set_epsilon(double e, Session* session) {
  session->change_settings([&](Settings& settings) { settings.epsilon = e; });
  return None{};
}

}  // namespace

Kernel kernel() { return define(set_epsilon); }

}  // namespace kassay::reference::set_epsilon_op
