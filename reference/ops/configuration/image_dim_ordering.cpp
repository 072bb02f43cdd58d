#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// image_dim_ordering.value, image_dim_ordering.names, image_dim_ordering.default
Value image_dim_ordering(const Settings& settings) {
  return std::string(settings.image_data_format == "channels_last" ? "tf" : "th");
}

}  // namespace

namespace kernels {
Kernel image_dim_ordering_kernel() { return define(image_dim_ordering); }
}  // namespace kernels
}  // namespace kassay::reference
