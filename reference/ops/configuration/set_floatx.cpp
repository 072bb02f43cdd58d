#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::set_floatx_op {
namespace {

// set_floatx.value, set_floatx.later, set_floatx.earlier, set_floatx.explicit
Value set_floatx(const std::string& floatx, Session* session) {
  const auto dtype = parse_dtype(floatx);
  // set_floatx.unknown
  if (!dtype || !is_floating(*dtype)) {
    throw mismatch(ErrorKind::kValue, "floatx", "'float16', 'float32' or 'float64'", floatx);
  }
  session->change_settings([&](Settings& settings) { settings.floatx = *dtype; });
  return None{};
}

}  // namespace

Kernel kernel() { return define(set_floatx); }

}  // namespace kassay::reference::set_floatx_op
