// Loads the shared library of a native plug-in.
#pragma once

#include <string>

#include "conformance/abi/kassay_backend.h"

namespace kassay::plugin {

using Entry = decltype(&kassay_plugin_entry);

// The entry of the shared library `path`, which is never searched for. It is never unloaded. Throws
// std::runtime_error where it cannot be loaded or has no entry.
Entry load(const std::string& path);

}  // namespace kassay::plugin
