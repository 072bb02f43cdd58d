#include "reference/graph/session.h"

namespace kassay::reference::image_dim_ordering_op {
namespace {

// image_dim_ordering.value, image_dim_ordering.names, image_dim_ordering.default
Value image_dim_ordering(const Settings& settings) {
  return std::string(settings.image_data_format == "channels_last" ? "tf" : "th");
}

}  // namespace

Kernel kernel() { return define(image_dim_ordering); }

}  // namespace kassay::reference::image_dim_ordering_op
