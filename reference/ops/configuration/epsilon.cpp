#include "reference/graph/session.h"

namespace kassay::reference::epsilon_op {
namespace {

// epsilon.value, epsilon.default, epsilon.current
Value epsilon(const Settings& settings) { return settings.epsilon; }

}  // namespace

Kernel kernel() { return define(epsilon); }

}  // namespace kassay::reference::epsilon_op
