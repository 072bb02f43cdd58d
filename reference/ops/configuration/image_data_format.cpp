#include "reference/graph/session.h"

namespace kassay::reference::image_data_format_op {
namespace {

// image_data_format.value, image_data_format.default, image_data_format.current
Value image_data_format(const Settings& settings) { return settings.image_data_format; }

}  // namespace

Kernel kernel() { return define(image_data_format); }

}  // namespace kassay::reference::image_data_format_op
