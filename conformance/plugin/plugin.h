// A backend behind the interface of conformance/abi/kassay_backend.h. It belongs in a process that
// may crash: kassay-worker.
#pragma once

#include <memory>
#include <string>

#include "conformance/plugin/load.h"
#include "spec/lib/backend.h"

namespace kassay::plugin {

// Throws Unsupported if the plug-in reports that it cannot work on this machine, and std::runtime_error if
// its table is unusable or it cannot open a session.
std::unique_ptr<Backend> make_backend(Entry entry, Edition edition);

}  // namespace kassay::plugin
