#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::set_image_data_format_op {
namespace {

// set_image_data_format.value, set_image_data_format.used, set_image_data_format.explicit
Value set_image_data_format(const std::string& data_format, Session* session) {
  // set_image_data_format.unknown
  if (data_format != "channels_first" && data_format != "channels_last") {
    throw mismatch(ErrorKind::kValue, "data_format", "'channels_first' or 'channels_last'",
                   data_format);
  }
  session->change_settings([&](Settings& settings) { settings.image_data_format = data_format; });
  return None{};
}

}  // namespace

Kernel kernel() { return define(set_image_data_format); }

}  // namespace kassay::reference::set_image_data_format_op
