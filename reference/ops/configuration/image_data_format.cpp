#include "reference/runtime/session.h"

namespace kassay::reference {
namespace {

// image_data_format.value, image_data_format.default, image_data_format.current
Value image_data_format(const Settings& settings) { return settings.image_data_format; }

}  // namespace

namespace kernels {
Kernel image_data_format_kernel() { return define(image_data_format); }
}  // namespace kernels
}  // namespace kassay::reference
