// Loads the shared library of a native plug-in.
#pragma once

#include <string>

#include "conformance/abi/kassay_backend.h"

namespace kassay::plugin {

using Entry = decltype(&kassay_plugin_entry);

// The entry of the shared library at `path`, which is not searched for elsewhere and never unloaded. Throws
// std::runtime_error if the library cannot be loaded or lacks the entry.
Entry load(const std::string& path);

}  // namespace kassay::plugin
