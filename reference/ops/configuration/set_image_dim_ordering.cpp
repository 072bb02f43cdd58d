#include "reference/graph/session.h"
#include "spec/lib/error.h"

namespace kassay::reference::set_image_dim_ordering_op {
namespace {

// set_image_dim_ordering.value, set_image_dim_ordering.names
Value set_image_dim_ordering(const std::string& dim_ordering, Session* session) {
  // set_image_dim_ordering.invalid
  if (dim_ordering != "tf" && dim_ordering != "th") {
    throw mismatch(ErrorKind::kValue, "dim_ordering", "'tf' or 'th'", dim_ordering);
  }
  session->change_settings([&](Settings& settings) {
    settings.image_data_format = dim_ordering == "tf" ? "channels_last" : "channels_first";
  });
  return None{};
}

}  // namespace

Kernel kernel() { return define(set_image_dim_ordering); }

}  // namespace kassay::reference::set_image_dim_ordering_op
