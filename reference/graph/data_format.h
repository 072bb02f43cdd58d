// Which dimensions of an image or volume are spatial.
#pragma once

#include <optional>
#include <string>

#include "reference/graph/kernel.h"

namespace kassay::reference {

using Format = std::optional<std::string>;  // none: the format of the settings

// Whether the channels come before the spatial dimensions. Throws ApiError (value) for anything but
// "channels_first" and "channels_last".
bool channels_first(const Format& data_format, const Settings& settings);

}  // namespace kassay::reference
