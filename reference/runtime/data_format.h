// Which dimensions of an image or volume are spatial.
#pragma once

#include <optional>
#include <string>

#include "reference/runtime/kernel.h"

namespace kassay::reference {

// Whether the channels stand before the spatial dimensions; without a name, as the settings say.
// Throws ApiError (value) for anything but "channels_first" and "channels_last".
bool channels_first(const std::optional<std::string>& data_format, const Settings& settings);

}  // namespace kassay::reference
