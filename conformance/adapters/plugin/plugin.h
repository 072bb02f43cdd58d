// A backend behind the interface of conformance/abi/kassay_backend.h. It belongs in a process that
// may crash: kassay-worker.
#pragma once

#include <memory>
#include <string>

#include "conformance/abi/kassay_backend.h"
#include "spec/lib/backend.h"

namespace kassay::plugin {

using Entry = decltype(&kassay_plugin_entry);

// Throws Unsupported where the plug-in says that it cannot work on this machine, and
// std::runtime_error where its table cannot be used or it cannot open a session.
std::unique_ptr<Backend> make_backend(Entry entry, Edition edition);

// The entry of the shared library `path`, which is never searched for. It is never unloaded. Throws
// std::runtime_error where it cannot be loaded or has no entry.
Entry load(const std::string& path);

}  // namespace kassay::plugin
